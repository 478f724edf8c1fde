import {
  type FormEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  type ComponentProps,
  useState,
} from 'react'

import styles from './form.module.css'
import { t } from '../texts/t.ts'
import { usePathname } from '../browser/location.ts'

type FormProps = {
  /** Called with the fields, including the name and value of the pressed button. */
  action: (fields: FormData) => void | Promise<void>
  children: ReactNode
  label?: string
  ref?: Ref<HTMLFormElement>
}

/**
 * A form whose first wrong field takes the focus after each press. Its method is POST, so that no URL contains a field's
 * value if no script runs. React's own `action` is not used, because it resets the form after each submit.
 */
export function Form({ action, children, label, ref }: FormProps) {
  const [sent, setSent] = useState<{ form: HTMLFormElement }>()
  useEffect(() => {
    const wrong = sent?.form.querySelector<HTMLInputElement>('[aria-invalid=true]')
    wrong?.focus()
    wrong?.select?.()
  }, [sent])
  return (
    <form
      ref={ref}
      className={styles.form}
      method="post"
      onSubmit={event => void submit(event)}
      noValidate
      aria-label={label}
    >
      {children}
    </form>
  )

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const { currentTarget: form, nativeEvent } = event
    await action(new FormData(form, nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null))
    setSent({ form })
  }
}

type FieldProps = {
  label: string
  /** True if the label is hidden on the screen, because the place and the control explain the field. */
  isLabelHidden?: boolean | undefined
  hint?: ReactNode
  /** An error moves the focus to the control. */
  error?: string | undefined
  focusOnOpen?: boolean | undefined
}

type ControlProps<Control> = {
  ref: Ref<Control>
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A control of any kind with its label, its hint and its error. `children` renders the control with these properties. */
function Field<Control extends HTMLElement>({
  label,
  isLabelHidden,
  hint,
  error,
  focusOnOpen,
  describedBy,
  children,
}: FieldProps & {
  describedBy?: string | undefined
  children: (control: ControlProps<Control>) => ReactNode
}) {
  const id = useId()
  const control = useRef<Control>(null)
  useEffect(() => {
    if (focusOnOpen || error) control.current?.focus()
  }, [focusOnOpen, error])
  const descriptions = [describedBy, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="stack-4">
      <label className={isLabelHidden ? 'unseen' : styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        {children({
          ref: control,
          id,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': descriptions || undefined,
        })}
      </div>
      {hint && (
        <div className="quiet" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

export type TextFieldProps = ComponentProps<'input'> & FieldProps & { prefix?: string; after?: ReactNode }

export function TextField({
  label,
  hint,
  error,
  focusOnOpen,
  prefix,
  after,
  className = '',
  ...input
}: TextFieldProps) {
  const look = `${styles.input} ${input.inputMode === 'numeric' ? styles.numeric : ''} ${className}`
  return (
    <Field<HTMLInputElement> {...{ label, hint, error, focusOnOpen }} describedBy={input['aria-describedby']}>
      {control => (
        <>
          {prefix && <span className={styles.prefix}>{prefix}</span>}
          <input {...input} {...control} className={look} />
          {after}
        </>
      )}
    </Field>
  )
}

export function TextArea({ label, error, ...area }: ComponentProps<'textarea'> & FieldProps) {
  return (
    <Field<HTMLTextAreaElement> {...{ label, error }}>
      {control => <textarea rows={3} {...area} {...control} className={`${styles.input} ${styles.lines}`} />}
    </Field>
  )
}

type SelectProps = ComponentProps<'select'> & {
  /** The `lang` of an option is the language of its label, if that differs from the page's language. */
  options: readonly { value: string; label: string; lang?: string }[]
} & Pick<FieldProps, 'label' | 'error' | 'isLabelHidden'>

export function Select({ label, options, error, isLabelHidden, ...select }: SelectProps) {
  return (
    <Field<HTMLSelectElement> {...{ label, error, isLabelHidden }}>
      {control => (
        <select {...select} {...control} className={styles.input}>
          {options.map(option => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'after'>) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      after={
        <button type="button" className={styles.reveal} onClick={() => setShown(!isShown)}>
          {isShown ? t('shared.password.hide') : t('shared.password.show')}
          <span className="unseen"> {props.label}</span>
        </button>
      }
    />
  )
}

export function Checkbox({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className={styles.checkbox}>
      <input {...input} type="checkbox" />
      {children}
    </label>
  )
}

/**
 * The state of a form, what sends it, and whether it is busy: until the answer has come and, if that opens another
 * screen, until this screen has gone. React's useActionState would hold up each change of the screen meanwhile.
 */
export function useFormAction<State>(
  answerTo: (before: State, fields: FormData) => Promise<State>,
  first: State,
): [State, (fields: FormData) => Promise<void>, boolean] {
  const [state, setState] = useState(first)
  const [isSending, setSending] = useState(false)
  const path = usePathname()
  const [ownPath] = useState(path)
  return [state, send, isSending || path !== ownPath]

  async function send(fields: FormData): Promise<void> {
    setSending(true)
    try {
      setState(await answerTo(state, fields))
    } finally {
      setSending(false)
    }
  }
}

export function fieldText(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
