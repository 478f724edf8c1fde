import { lazy, Suspense, useEffect, useState } from 'react'

import { loadChunk } from '../../api/load-chunk.ts'
import { t } from '../../texts/t.ts'
import { FieldButton } from '@ekyc/ui/field-button.tsx'

const CameraDialog = lazy(() =>
  loadChunk(() => import('./camera-dialog.tsx')).then(file => ({ default: file.CameraDialog })),
)

export function CameraButton({ onRead }: { onRead: (reference: string) => void }) {
  const hasCamera = useHasCamera()
  const [isOpen, setOpen] = useState(false)
  if (!hasCamera) return null
  return (
    <>
      <FieldButton icon="camera" label={t('kyc.camera.open')} onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <CameraDialog
            onClose={() => setOpen(false)}
            onRead={reference => {
              setOpen(false)
              onRead(reference)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** The list of devices needs no permission of the user. */
function useHasCamera(): boolean {
  const [hasCamera, setHasCamera] = useState(false)
  useEffect(() => {
    // Browsers leave out navigator.mediaDevices on pages over plain http.
    const devices =
      'mediaDevices' in navigator ? navigator.mediaDevices.enumerateDevices() : Promise.resolve([])
    devices.then(
      found => setHasCamera(found.some(({ kind }) => kind === 'videoinput')),
      () => {},
    )
  }, [])
  return hasCamera
}
