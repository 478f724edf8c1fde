import { type Language, languages } from '@ekyc/contract/languages'
import { Checkbox, Select } from '@ekyc/ui/controls/form.tsx'
import { useLanguage } from '@ekyc/ui/texts/language.ts'
import { showLanguage } from '@ekyc/ui/texts/show-language.ts'
import { Card } from '@ekyc/ui/states/card.tsx'

import { Button, Pill } from '../../parts/elements.tsx'
import { switchKeys, useAllKeys } from '../../parts/keys.ts'
import { PageHead, ReadPart } from '../../parts/page.tsx'
import { useCall, useChange } from '../../session/call.ts'
import { catalogues } from '../../texts/catalogues.ts'
import { t } from '../../texts/t.ts'
import { shownRoles, shownToMinute } from '../../texts/shown.ts'

export function MePage() {
  const me = useCall('getMe', {})
  const change = useChange('doAct')
  const { language } = useLanguage()
  const { areOn } = useAllKeys()
  return (
    <>
      <PageHead title={t('me.title')} below={me.data && `${me.data.name}, ${shownRoles(me.data.roles)}`} />
      <div className="cards">
        <Card flush title={t('me.sessions')}>
          <ReadPart query={me} lines={2}>
            {({ sessions }) => (
              <ul className="entries">
                {sessions.map(({ openedOn, lastSeenOn, isCurrent }) => (
                  <li key={openedOn}>
                    <span>
                      {t('session.by.provider', { time: shownToMinute(openedOn) })}
                      <small>{t('session.seen', { time: shownToMinute(lastSeenOn) })}</small>
                    </span>
                    {isCurrent ? (
                      <Pill tone="good" sign="tick">
                        {t('session.this')}
                      </Pill>
                    ) : (
                      <Button
                        look="quiet"
                        busy={change.isPending}
                        onClick={() => change.mutate({ name: 'staff.end-own-session', input: { openedOn } })}
                      >
                        {t('me.endSession')}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </ReadPart>
        </Card>
        <Card title={t('me.settings')}>
          {/* The settings apply to every person who uses this browser. */}
          <div className="stack-12 narrow">
            <Select
              label={t('frame.language')}
              value={language}
              options={Object.keys(catalogues).map(code => ({
                value: code,
                label: languages[code as Language].name,
                lang: code,
              }))}
              onChange={({ target }) => void showLanguage(catalogues, target.value as Language)}
            />
            <Checkbox checked={areOn} onChange={({ target }) => switchKeys(target.checked)}>
              {t('keys.switch')}
            </Checkbox>
            <p className="faint">{t('keys.note')}</p>
          </div>
        </Card>
      </div>
    </>
  )
}
