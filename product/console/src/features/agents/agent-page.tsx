import { lockWithoutEnd } from '@ekyc/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { fieldText, TextField, Select } from '@ekyc/ui/controls/form.tsx'
import { Alert } from '@ekyc/ui/states/alert.tsx'
import type { ActName } from '@ekyc/contract/console/acts'
import { agentRole, type Privilege, privileges } from '@ekyc/contract/words'
import { Card } from '@ekyc/ui/states/card.tsx'

import { Button, CancelDialog, MenuButton, Tabs } from '../../parts/elements.tsx'
import { useKeys } from '../../parts/keys.ts'
import { Age, CallProblem, PageHead, ReadPart, Empty } from '../../parts/page.tsx'
import { type Address, addressOf, pageIn, useAddress } from '../../session/address.ts'
import { meansOf, useMeans, useStaff } from '../../session/session.ts'
import { call, useCall } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import { shownClock, shownDay, shownInFull, shownAgentRoles } from '../../texts/shown.ts'
import { actsOn, type Agent, type AgentAct, AgentActDialog, badActs } from './agent-act-dialog.tsx'
import { AgentLimits, AgentSummary } from './agent-summary.tsx'
import { AgentStatus } from './agents-page.tsx'
import { OrderTable, type Column, ListCard, TableCard, Happened, LooksSwitch } from '../../parts/lists.tsx'
import { ActDialog } from '../../parts/act-dialog.tsx'

const tabs = ['', 'orders', 'sessions', 'roles', 'limits', 'trail'] as const
type Tab = (typeof tabs)[number]

export function AgentPage({ id, tab = '' }: { id: string; tab?: string }) {
  const query = useCall('getAgent', { id })
  return (
    <ReadPart query={query} title={t('nav.agents')} lines={10}>
      {({ agent, erasedOn }) =>
        agent ? (
          <WholeAgent
            key={agent.id}
            agent={agent}
            tab={tabs.find(one => one === tab) ?? ''}
            age={<Age query={query} />}
          />
        ) : (
          <>
            <PageHead title={t('agent.erased')} way={[{ title: t('nav.agents'), to: '/agents' }]} />
            <Alert tone="info">{t('agent.erasedOn', { day: erasedOn ? shownDay(erasedOn) : '' })}</Alert>
            <AgentOrders id={id} />
          </>
        )
      }
    </ReadPart>
  )
}

function WholeAgent({ agent, tab, age }: { agent: Agent; tab: Tab; age: ReactNode }) {
  const roles = useStaff()?.roles ?? []
  const [act, setAct] = useState<AgentAct>()
  const acts = actsOn(agent, roles)
  const [main] = acts
  const shown = tabs.filter(one => one !== 'trail' || meansOf(roles, 'agent.trail'))
  useKeys([...keyTo('e', 'agent.update'), ...keyTo('u', 'agent.unlock')])
  return (
    <>
      <PageHead
        title={agent.name}
        way={[{ title: t('nav.agents'), to: '/agents' }]}
        beside={
          <>
            <AgentStatus statuses={agent.statuses} />
            {age}
          </>
        }
        below={
          <>
            <ShowMobile id={agent.id} masked={agent.mobile} />
            {[agent.branch, agent.outlet, t('agent.since', { day: shownDay(agent.createdOn) })]
              .filter(Boolean)
              .join(' · ')}
          </>
        }
        actions={
          main && (
            <>
              <MenuButton
                label={t('agent.more')}
                entries={acts
                  .filter(one => one !== main)
                  .map(one => ({
                    title: t(`${one}.act`),
                    isBad: badActs.includes(one),
                    onPress: () => setAct(one),
                  }))}
              />
              <Button onClick={() => setAct(main)}>{t(`${main}.act`)}</Button>
            </>
          )
        }
      />
      {agent.lockedUntil && (
        <Alert tone="warning">
          {agent.lockedUntil === lockWithoutEnd
            ? t('agent.passwordLocked')
            : t('agent.lockedUntil', { time: shownClock(agent.lockedUntil) })}
        </Alert>
      )}
      <Tabs
        label={t('agent.tabs')}
        tabs={shown.map(one => ({ title: t(`tab.${one || 'summary'}`), to: addressOfTab(one) }))}
        current={addressOfTab(tab)}
      />
      <div className="stack-16">
        <TabContent tab={tab} agent={agent} />
      </div>
      {act && <AgentActDialog agent={agent} act={act} onClose={() => setAct(undefined)} />}
    </>
  )

  function addressOfTab(one: Tab): Address {
    const { id } = agent
    return one ? addressOf('/agents/:id/:tab', { id, tab: one }) : addressOf('/agents/:id', { id })
  }

  function keyTo(press: string, opened: AgentAct) {
    if (!acts.includes(opened)) return []
    return [{ press, says: t(`${opened}.act`), run: () => setAct(opened) }]
  }
}

function TabContent({ tab, agent }: { tab: Tab; agent: Agent }) {
  switch (tab) {
    case 'orders':
      return <AgentOrders id={agent.id} />
    case 'sessions':
      return <AgentSessions agent={agent} />
    case 'roles':
      return <AgentRoles agent={agent} />
    case 'limits':
      return <AgentLimits agent={agent} />
    case 'trail':
      return <AgentTrail id={agent.id} />
    default:
      return <AgentSummary agent={agent} />
  }
}

function AgentOrders({ id }: { id: string }) {
  const { query } = useAddress()
  const orders = useCall('listOrders', { agent: id, ...pageIn(query) })
  return (
    <ListCard query={orders} none={t('orderTable.noneYet')}>
      {rows => <OrderTable rows={rows} />}
    </ListCard>
  )
}

function AgentTrail({ id }: { id: string }) {
  const { query } = useAddress()
  const looks = query.has('looks')
  const trail = useCall('listAgentTrail', { id, looks, ...pageIn(query) })
  return (
    <TableCard
      title={t('tab.trail')}
      actions={<LooksSwitch />}
      query={trail}
      none={t('agent.noTrail')}
      caption={t('tab.trail')}
      columns={trailColumns}
    />
  )
}

const trailColumns: readonly Column<AnswerOf<'listAgentTrail'>['rows'][number]>[] = [
  { title: 'trail.when', cell: ({ happenedOn }) => shownInFull(happenedOn) },
  { title: 'table.what', cell: row => <Happened row={row} /> },
  { title: 'trail.from', isWide: true, cell: ({ address }) => address },
]

type Session = AnswerOf<'listAgentSessions'>['rows'][number]

function AgentSessions({ agent: { id, name, passkeys } }: { agent: Agent }) {
  const sessions = useCall('listAgentSessions', { id })
  const [ending, setEnding] = useState<Session>()
  const mayEnd = useMeans()('session.end')
  return (
    <>
      <TableCard
        title={t('tab.sessions')}
        actions={t('agent.passkeyCount', { count: passkeys })}
        query={sessions}
        lines={3}
        none={t('session.none')}
        caption={t('tab.sessions')}
        columns={sessionColumns(mayEnd ? setEnding : undefined)}
      />
      {ending && (
        <ActDialog
          act="session.end"
          title={t('session.end.title', { name })}
          confirm={t('session.endOne')}
          isBad
          input={{ agent: id, session: ending.id }}
          onClose={() => setEnding(undefined)}
        >
          <p>{`${ending.browser}, ${ending.os}`}</p>
        </ActDialog>
      )}
    </>
  )
}

function sessionColumns(onEnd: ((session: Session) => void) | undefined): readonly Column<Session>[] {
  const button: Column<Session> = {
    title: 'session.endOne',
    isTitleHidden: true,
    cell: session => (
      <Button look="bad" small onClick={() => onEnd?.(session)}>
        {t('session.endOne')}
      </Button>
    ),
  }
  return [
    { title: 'session.browser', cell: ({ browser, os }) => `${browser}, ${os}` },
    { title: 'session.lastSeen', cell: ({ lastSeenOn }) => shownInFull(lastSeenOn) },
    { title: 'session.opened', isWide: true, cell: ({ openedOn }) => shownInFull(openedOn) },
    { title: 'table.ends', isWide: true, cell: ({ expiresOn }) => shownInFull(expiresOn) },
    ...(onEnd ? [button] : []),
  ]
}

/** Shows the masked mobile number. A person who gives a reason sees the whole number until they leave the page. */
function ShowMobile({ id, masked }: { id: string; masked: string }) {
  const mayShow = useMeans()('agent.show-mobile')
  const form = useId()
  const [isAsking, setAsking] = useState(false)
  const look = useMutation({
    mutationFn: (reason: string) => call('showMobile', { id, reason }),
    onSuccess: () => setAsking(false),
  })
  const mobile = look.data?.mobile
  return (
    <>
      <output className="whole">{mobile ?? masked}</output>
      {mayShow && mobile === undefined && (
        <Button look="link" small onClick={() => setAsking(true)}>
          {t('mobile.show')}
        </Button>
      )}
      {isAsking && (
        <CancelDialog
          title={t('mobile.show')}
          onClose={() => setAsking(false)}
          actions={
            <Button type="submit" form={form}>
              {t('mobile.show')}
            </Button>
          }
        >
          <form
            id={form}
            onSubmit={event => {
              event.preventDefault()
              look.mutate(fieldText(new FormData(event.currentTarget), 'reason').trim())
            }}
          >
            <TextField
              label={t('table.reason')}
              hint={t('mobile.hint')}
              name="reason"
              required
              maxLength={200}
              focusOnOpen
            />
            {look.error && <CallProblem error={look.error} isChange />}
          </form>
        </CancelDialog>
      )}
    </>
  )
}

type RoleAct = Extract<ActName, `role.${'grant' | 'revoke'}` | `privilege.${string}`>
type Chosen = { act: RoleAct; of?: string; name?: string }

function AgentRoles({ agent: { id, name, roles, otherRoles, withheld } }: { agent: Agent }) {
  const means = useMeans()
  const [chosen, setChosen] = useState<Chosen>()
  const held = new Set(roles.flatMap(role => role.privileges))
  const takesAway = (act: RoleAct) => act === 'role.revoke' || act === 'privilege.withhold'
  const press = (choice: Chosen) =>
    means(choice.act) && (
      <Button look={takesAway(choice.act) ? 'bad' : 'quiet'} small onClick={() => setChosen(choice)}>
        {t(`${choice.act}.act`)}
      </Button>
    )
  return (
    <div className="split">
      <Card flush title={t('detail.roles')} actions={otherRoles.length > 0 && press({ act: 'role.grant' })}>
        {roles.length === 0 && <Empty>{t('act.none')}</Empty>}
        <ul className="entries">
          {roles.map(({ role, privileges: given }) => (
            <li key={role}>
              <div>
                {shownAgentRoles([role])}
                <small>{inWords(given)}</small>
              </div>
              {role !== agentRole && press({ act: 'role.revoke', of: role, name: shownAgentRoles([role]) })}
            </li>
          ))}
        </ul>
      </Card>
      <Card flush title={t('roles.privileges')}>
        <ul className="entries">
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
                  name: t(`privilege.${privilege}`),
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
          isBad={takesAway(chosen.act)}
          input={
            chosen.act === 'role.grant'
              ? fields => ({ agent: id, role: fieldText(fields, 'role') })
              : { agent: id, [chosen.act === 'role.revoke' ? 'role' : 'privilege']: chosen.of }
          }
          onClose={() => setChosen(undefined)}
        >
          {chosen.name && <p>{chosen.name}</p>}
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
