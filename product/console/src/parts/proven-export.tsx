import type { ConsoleCallName } from '@ekyc/contract/console/calls'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { fileAddress, prove } from '../session/call.ts'
import { Button } from './controls/press.tsx'
import { CallProblem } from './page.tsx'

/** Exports a file after a fresh proof. The server knows the proof by the person, because addresses carry no secret. */
export function ProvenExport({
  act,
  call,
  request,
  children,
}: {
  act: string
  call: ConsoleCallName
  request: object
  children: ReactNode
}) {
  const download = useMutation({
    mutationFn: async () => {
      await prove(act, request)
      location.assign(fileAddress(call, request))
    },
  })
  return (
    <>
      <Button look="quiet" sends busy={download.isPending} onClick={() => download.mutate()}>
        {children}
      </Button>
      {download.error && <CallProblem error={download.error} />}
    </>
  )
}
