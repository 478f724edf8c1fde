import { fieldText } from '@ekyc/ui/field-text.ts'
import { go } from '@ekyc/ui/location.ts'
import { TextField } from '@ekyc/ui/text-field.tsx'

import { Button } from '../../parts/button.tsx'
import { CallProblem } from '../../parts/call-problem.tsx'
import { FilterChip } from '../../parts/filter-chip.tsx'
import { MenuButton } from '../../parts/menu-button.tsx'
import { useAddress, withQuery } from '../../session/address.ts'
import { useCall, useChange } from '../../session/use-call.ts'
import { t } from '../../texts/t.ts'

/** A view is an address of the page with a name. */
export function SavedViews() {
  const address = useAddress()
  const here = withQuery(address, { after: '', limit: '' })
  const views = (useCall('listViews', {}).data?.views ?? []).filter(
    view => view.address.split('?')[0] === address.path,
  )
  const save = useChange('saveView')
  const remove = useChange('removeView')
  const open = views.find(view => view.address === here)
  const problem = save.error ?? remove.error
  return (
    <>
      <MenuButton
        label={t('views.views')}
        entries={views.map(view => ({ title: view.name, onPress: () => go(view.address) }))}
      />
      {open && (
        <Button look="link" small onClick={() => remove.mutate({ id: open.id })}>
          {t('views.remove', { name: open.name })}
        </Button>
      )}
      {!open && here !== address.path && (
        <FilterChip
          name={t('views.save')}
          value={undefined}
          apply={t('views.saveIt')}
          onApply={fields => save.mutate({ name: fieldText(fields, 'name').trim(), address: here })}
        >
          <TextField label={t('views.name')} name="name" required maxLength={60} />
        </FilterChip>
      )}
      {problem && <CallProblem error={problem} isChange />}
    </>
  )
}
