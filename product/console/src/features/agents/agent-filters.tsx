import { fieldText } from '@ekyc/ui/field-text.ts'
import { go } from '@ekyc/ui/location.ts'
import { TextField } from '@ekyc/ui/text-field.tsx'

import { FilterChip } from '../../parts/filter-chip.tsx'
import styles from '../../parts/filter-chip.module.css'
import { useAddress, withQuery } from '../../session/address.ts'
import { t, type TextKey } from '../../texts/t.ts'
import { SavedViews } from './saved-views.tsx'
import { allStatuses, type Status } from './agent-status.tsx'

/** The filters that take any text, each with its name in the query and its title. */
const texts = [
  ['role', 'agents.filterRole'],
  ['supervisor', 'agents.filterSupervisor'],
  ['outlet', 'agents.filterOutlet'],
] as const satisfies [string, TextKey][]

export function AgentFilters() {
  const address = useAddress()
  const { query } = address
  const set = (name: string, value: string | readonly string[]) =>
    go(withQuery(address, { [name]: value, after: '' }))
  const branches = query.getAll('branch')
  const status = query.get('status')
  const words = query.get('q') ?? undefined
  return (
    <div className={styles.chips}>
      <FilterChip
        name={t('agents.filterWords')}
        value={words}
        onRemove={() => set('q', '')}
        onApply={fields => set('q', fieldText(fields, 'q'))}
      >
        <TextField
          label={t('agents.filterWords')}
          name="q"
          defaultValue={words}
          maxLength={200}
          // Forbids a whole mobile number, because browsers and logs keep addresses.
          pattern="(?!.*\d{10}).*"
          title={t('agents.wholeMobile')}
        />
      </FilterChip>
      <FilterChip
        name={t('agents.branch')}
        value={branchesInWords(branches)}
        onRemove={() => set('branch', [])}
        onApply={fields =>
          set(
            'branch',
            fieldText(fields, 'branch')
              .split('\n')
              .map(line => line.trim()),
          )
        }
      >
        <label className={styles.lines}>
          {t('agents.branchHint')}
          <textarea name="branch" rows={4} defaultValue={branches.join('\n')} />
        </label>
      </FilterChip>
      <FilterChip
        name={t('agents.status')}
        value={isStatus(status) ? t(`status.${status}`) : undefined}
        onRemove={() => set('status', '')}
        onApply={fields => set('status', fieldText(fields, 'status'))}
      >
        {['', ...allStatuses].map(value => (
          <label key={value}>
            <input type="radio" name="status" value={value} defaultChecked={value === (status ?? '')} />
            {isStatus(value) ? t(`status.${value}`) : t('agents.any')}
          </label>
        ))}
      </FilterChip>
      {texts.map(([name, title]) => (
        <FilterChip
          key={name}
          name={t(title)}
          value={query.get(name) ?? undefined}
          onRemove={() => set(name, '')}
          onApply={fields => set(name, fieldText(fields, name))}
        >
          <TextField label={t(title)} name={name} defaultValue={query.get(name) ?? ''} maxLength={200} />
        </FilterChip>
      ))}
      <SavedViews />
    </div>
  )
}

function isStatus(value: string | null): value is Status {
  return allStatuses.some(status => status === value)
}

function branchesInWords([first, ...others]: readonly string[]): string | undefined {
  return others.length > 0 ? t('agents.andMore', { first: first ?? '', count: others.length }) : first
}
