import { Checkbox } from '@ekyc/ui/checkbox.tsx'
import { go } from '@ekyc/ui/location.ts'

import { useAddress, withQuery } from '../session/address.ts'
import { t } from '../texts/t.ts'

/** Shows also the rows of people who only looked at something, which a trail leaves out otherwise. */
export function LooksSwitch() {
  const address = useAddress()
  const looks = address.query.has('looks')
  return (
    <Checkbox checked={looks} onChange={() => go(withQuery(address, { looks: looks ? '' : '1', after: '' }))}>
      {t('trail.looks')}
    </Checkbox>
  )
}
