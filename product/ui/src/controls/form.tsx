import {
  type FormEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  type ComponentProps,
  useState,
  startTransition,
  useActionState,
} from 'react'

import styles from './form.module.css'
import hidden from '../states/visually-hidden.module.css'
import { t } from '../texts/t.ts'
import { VisuallyHidden } from '../states/visually-hidden.tsx'
import { usePathname } from '../browser/location.ts'

export type FormProps = {
  /** Called with the fields, including the name and value of the pressed button. */
  action: (fields: FormData) => void | Promise<void>
  children: ReactNode
  label?: string
  ref?: Ref<HTMLFormElement>
}

/**
 * Before the script has loaded, the form submits by POST, so that no URL contains a field's value. React's own `action`
 * is not used, because it resets the form after each submit.
 */
export function Form({ action, children, label, ref }: FormProps) {
  return (
    <form ref={ref} className={styles.form} method="post" onSubmit={submit} noValidate aria-label={label}>
      {children}
    </form>
  )

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const submitter = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null
    const fields = new FormData(event.currentTarget, submitter)
    void action(fields)
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
export function Field<Control extends HTMLElement>({
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
      <label className={isLabelHidden ? hidden.hidden : styles.label} htmlFor={id}>
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

export type SelectProps = ComponentProps<'select'> & {
  label: string
  /** The `lang` of an option is the language of its label, if that differs from the page's language. */
  options: readonly { value: string; label: string; lang?: string }[]
  error?: string | undefined
  isLabelHidden?: boolean
}

export function Select({ label, options, error, isLabelHidden, className = '', ...select }: SelectProps) {
  return (
    <Field<HTMLSelectElement> {...{ label, error, isLabelHidden }}>
      {control => (
        <select {...select} {...control} className={`${styles.input} ${className}`}>
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
          <VisuallyHidden> {props.label}</VisuallyHidden>
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
 * Uses React's useActionState for a Form. While an action waits for its answer, React delays every transition of the
 * page, even on the next screen. Other forms therefore call their action directly, outside a transition. The form is
 * pending until the next screen has replaced the form's own screen.
 */
export function useFormAction<State>(
  answerTo: (before: State, fields: FormData) => Promise<State>,
  first: State,
): [State, (fields: FormData) => void, boolean] {
  const [state, act, isPending] = useActionState<State, FormData>(answerTo, first as Awaited<State>)
  const path = usePathname()
  const [ownPath] = useState(path)
  return [state, fields => startTransition(() => act(fields)), isPending || path !== ownPath]
}

export function fieldText(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
