import { type SheetField, sheetFields } from '@ekyc/contract/console/sheet-lines'
import { useMutation } from '@tanstack/react-query'
import { saveCsv } from '@ekyc/ui/browser/save-csv.ts'
import { useState } from 'react'
import { Card } from '@ekyc/ui/states/card.tsx'
import { Alert } from '@ekyc/ui/states/alert.tsx'

import { Button } from '../../parts/elements.tsx'
import { CallProblem, PageHead } from '../../parts/page.tsx'
import { fieldName } from '../../parts/import-lines.tsx'
import { addressOf, go } from '../../session/address.ts'
import { call } from '../../session/call.ts'
import { readInWorker } from '../../sheet/read-in-worker.ts'
import { BadSheet, type Sheet } from '../../sheet/sheet.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { shownNumber } from '../../texts/shown.ts'
import {
  chosenFields,
  columnProblem,
  exampleCsv,
  type Holds,
  matchedColumns,
  piecesOf,
  tidiedMobiles,
} from './columns.ts'
import styles from './imports.module.css'
import { Progress, Steps } from './import-page.tsx'

export function NewImportPage() {
  const [chosen, setChosen] = useState<{ name: string; sheet: Sheet }>()
  return (
    <>
      <PageHead
        title={t('import.title')}
        way={[{ title: t('nav.agents'), to: '/agents' }]}
        beside={
          chosen && (
            <span dir="auto">
              {chosen.name}, {t('import.lines', { count: shownNumber(chosen.sheet.rows.length) })}
            </span>
          )
        }
        actions={
          chosen && (
            <Button look="quiet" onClick={() => setChosen(undefined)}>
              {t('import.another')}
            </Button>
          )
        }
      />
      <Steps current={chosen ? 'columns' : 'file'} />
      {chosen ? (
        <Columns {...chosen} />
      ) : (
        <ChooseFile onSheet={(name, sheet) => setChosen({ name, sheet })} />
      )}
    </>
  )
}

function ChooseFile({ onSheet }: { onSheet: (name: string, sheet: Sheet) => void }) {
  const read = useMutation({
    mutationFn: readInWorker,
    onSuccess: (sheet, { name }) => onSheet(name, sheet),
  })
  const problem = read.error && (read.error instanceof BadSheet ? read.error.problem : 'unreadable')
  return (
    <>
      {problem && <Alert tone="failure">{t(`import.bad.${problem}`)}</Alert>}
      <Card>
        <label className={styles.drop}>
          <strong>{read.isPending ? t('import.reading') : t('import.choose')}</strong>
          <span>{t('import.chooseText')}</span>
          <input
            type="file"
            accept=".xlsx,.csv,text/csv"
            aria-busy={read.isPending}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file && !read.isPending) read.mutate(file)
              // Lets the person choose the same file again after correcting it.
              target.value = ''
            }}
          />
        </label>
        <Button look="quiet" small onClick={() => saveCsv([exampleCsv()], 'agents')}>
          {t('import.example')}
        </Button>
      </Card>
    </>
  )
}

function Columns({ name, sheet }: { name: string; sheet: Sheet }) {
  const [holds, setHolds] = useState<Holds>(() => matchedColumns(sheet))
  const [sent, setSent] = useState(0)
  const send = useMutation({
    mutationFn: async () => {
      setSent(0)
      const { id } = await call('createImport', { name: name.slice(0, 120), columns: chosenFields(holds) })
      for (const lines of piecesOf(sheet.rows, holds)) setSent((await call('addLines', { id, lines })).lines)
      useSession.setState({ imported: { id, sheet } })
      go(addressOf('/agents/import/:id', { id }))
    },
  })
  const problem = columnProblem(holds)
  const tidied = problem ? 0 : tidiedMobiles(sheet.rows, holds)
  const count = shownNumber(sheet.rows.length)
  return (
    <>
      {problem && (
        <Alert tone="warning">
          {problem === 'needs' ? t('import.needs') : t('import.twice', { field: fieldName(problem.twice) })}
        </Alert>
      )}
      {tidied > 0 && <Alert tone="info">{t('import.tidied', { count: shownNumber(tidied) })}</Alert>}
      {send.error && <CallProblem error={send.error} onAgain={send.mutate} />}
      <Card flush title={t('import.step.columns')}>
        <table className={styles.columns}>
          <caption>{t('import.columnsText')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('import.column')}</th>
              <th scope="col">{t('import.firstCell')}</th>
              <th scope="col">{t('import.holds')}</th>
            </tr>
          </thead>
          <tbody>
            {sheet.head.map((head, index) => (
              // Two columns may have the same head, so only the index is unique.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <th scope="row" dir="auto">
                  {head}
                </th>
                <td dir="auto">{sheet.rows[0]?.cells[index]}</td>
                <td>
                  <select
                    aria-label={`${head}: ${t('import.holds')}`}
                    value={holds[index] ?? ''}
                    onChange={({ target }) =>
                      setHolds(holds.with(index, (target.value || undefined) as SheetField | undefined))
                    }
                  >
                    <option value="">{t('import.leaveColumn')}</option>
                    {sheetFields.map(field => (
                      <option key={field} value={field}>
                        {fieldName(field)}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className={styles.foot}>
          {send.isPending || send.isSuccess ? (
            <Progress text="import.sent" done={sent} of={sheet.rows.length} />
          ) : (
            <Button disabled={problem !== undefined} onClick={() => send.mutate()}>
              {t('import.preview', { count })}
            </Button>
          )}
        </div>
      </Card>
    </>
  )
}
