import { useState } from 'react'

import { t } from '../texts/en/copy.ts'
import { Button, type ButtonProps } from './button.tsx'
import { Unseen } from './unseen.tsx'

/** Copies a text and says so; where the browser forbids it, says that the text can be marked by hand. */
export function CopyButton({
  text,
  label,
  look = 'quiet',
  ...rest
}: { text: string; label: string } & Pick<ButtonProps, 'look' | 'wide'>) {
  const [outcome, setOutcome] = useState<'done' | 'failed'>()
  return (
    <>
      <Button look={look} {...rest} onClick={() => void copy()}>
        {outcome ? t(`copy.${outcome}`) : label}
      </Button>
      <output>
        <Unseen>{outcome && t(`copy.${outcome}`)}</Unseen>
      </output>
    </>
  )

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('done')
    } catch {
      // Forbidden, or a page that came over plain http from another computer.
      setOutcome('failed')
    }
  }
}
