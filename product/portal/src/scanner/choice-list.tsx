import type { RdService } from '@ekyc/rd-client'

import { Button } from '@ekyc/ui/button.tsx'
import styles from './choice-list.module.css'

type ChoiceListProps<Choice> = {
  label: string
  choices: readonly Choice[]
  onChoose: (choice: Choice) => void
}

export function ChoiceList<Choice extends { service: RdService; name: string }>({
  label,
  choices,
  onChoose,
}: ChoiceListProps<Choice>) {
  return (
    <ul className={styles.choices} aria-label={label}>
      {choices.map((choice, index) => (
        <li key={`${choice.service.scheme} ${choice.service.host} ${choice.service.port}`}>
          <Button look="quiet" wide data-next={index === 0 ? '' : undefined} onClick={() => onChoose(choice)}>
            {choice.name}
          </Button>
        </li>
      ))}
    </ul>
  )
}
