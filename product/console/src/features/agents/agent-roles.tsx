import type { ActName } from '@ekyc/contract/console/acts'
import { agentRole, type Privilege, privileges } from '@ekyc/contract/words'
import { fieldText, Select } from '@ekyc/ui/controls/form.tsx'
import { useState } from 'react'
import { Card } from '@ekyc/ui/states/card.tsx'

import { ActDialog } from '../../parts/act-dialog.tsx'
import { Button } from '../../parts/controls/links-and-buttons.tsx'
import { useMeans } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { shownAgentRoles } from '../../texts/shown.ts'
import type { Agent } from './agent-act-dialog.tsx'
import layout from '../../parts/layout.module.css'
import { Empty } from '../../parts/page.tsx'

type RoleAct = Extract<ActName, `role.${'grant' | 'revoke'}` | `privilege.${string}`>
type Chosen = { act: RoleAct; of?: string }

export function AgentRoles({ agent: { id, name, roles, otherRoles, withheld } }: { agent: Agent }) {
  const means = useMeans()
  const [chosen, setChosen] = useState<Chosen>()
  const held = new Set(roles.flatMap(role => role.privileges))
  const press = ({ act, of }: Chosen) =>
    means(act) && (
      <Button
        look={act === 'role.revoke' || act === 'privilege.withhold' ? 'bad' : 'quiet'}
        small
        onClick={() => setChosen(of === undefined ? { act } : { act, of })}
      >
        {t(`${act}.act`)}
      </Button>
    )
  return (
    <div className={layout.split}>
      <Card flush title={t('roles.title')} actions={otherRoles.length > 0 && press({ act: 'role.grant' })}>
        {roles.length === 0 && <Empty>{t('agent.none')}</Empty>}
        <ul className={layout.entries}>
          {roles.map(({ role, privileges: given }) => (
            <li key={role}>
              <div>
                {shownAgentRoles([role])}
                <small>{inWords(given)}</small>
              </div>
              {role !== agentRole && press({ act: 'role.revoke', of: role })}
            </li>
          ))}
        </ul>
      </Card>
      <Card flush title={t('roles.privileges')}>
        <ul className={layout.entries}>
          {privileges
            .filter(privilege => held.has(privilege) || withheld.includes(privilege))
            .map(privilege => (
              <li key={privilege}>
                <div>
                  {t(`privilege.${privilege}`)}
                  <small>{withheld.includes(privilege) ? t('roles.withheld') : t('roles.given')}</small>
                </div>
                {press({
                  act: withheld.includes(privilege) ? 'privilege.restore' : 'privilege.withhold',
                  of: privilege,
                })}
              </li>
            ))}
        </ul>
      </Card>
      {chosen && (
        <ActDialog
          act={chosen.act}
          title={t(`${chosen.act}.title`, { name })}
          confirm={t(`${chosen.act}.act`)}
          isBad={chosen.act === 'role.revoke' || chosen.act === 'privilege.withhold'}
          input={
            chosen.act === 'role.grant'
              ? fields => ({ agent: id, role: fieldText(fields, 'role') })
              : { agent: id, [chosen.act === 'role.revoke' ? 'role' : 'privilege']: chosen.of }
          }
          onClose={() => setChosen(undefined)}
        >
          {chosen.of !== undefined && <p>{nameOf(chosen.of)}</p>}
          <p>{t(`${chosen.act}.text`)}</p>
          {chosen.act === 'role.grant' && (
            <Select
              label={t('agents.filterRole')}
              name="role"
              options={otherRoles.map(({ role, privileges: given }) => ({
                value: role,
                label: [shownAgentRoles([role]), inWords(given)].filter(Boolean).join(': '),
              }))}
            />
          )}
        </ActDialog>
      )}
    </div>
  )
}

function inWords(given: readonly Privilege[]): string {
  return given.map(privilege => t(`privilege.${privilege}`)).join(', ')
}

function nameOf(roleOrPrivilege: string): string {
  const privilege = privileges.find(one => one === roleOrPrivilege)
  return privilege ? t(`privilege.${privilege}`) : shownAgentRoles([roleOrPrivilege])
}
