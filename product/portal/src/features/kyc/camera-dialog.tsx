import { useEffect, useRef, useState } from 'react'

import { t, type TextKey } from '../../texts/t.ts'
import { isReference } from '../../ui/is-reference.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { Dialog } from '@ekyc/ui/dialog.tsx'
import styles from './camera-dialog.module.css'
import { readCodes } from './read-codes.ts'

export type CameraDialogProps = { onRead: (reference: string) => void; onClose: () => void }

/** Shows the camera's picture until it reads a code in the form of the bank's references. No picture is stored. */
export function CameraDialog({ onRead, onClose }: CameraDialogProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [words, setWords] = useState<TextKey>('kyc.camera.words')
  const read = useRef(onRead)
  useEffect(() => {
    const closing = new AbortController()
    const place = video.current
    const onText = (text: string) => {
      const reference = text.trim()
      if (isReference(reference)) read.current(reference)
      else setWords('kyc.camera.other')
    }
    if (place)
      watch(place, onText, closing.signal).catch((error: unknown) => {
        if (!closing.signal.aborted) setWords(wordsOf(error))
      })
    return () => closing.abort()
  }, [])
  return (
    <Dialog
      title={t('kyc.camera.title')}
      onClose={onClose}
      actions={
        <Button look="quiet" onClick={onClose}>
          {t('kyc.scanner.cancel')}
        </Button>
      }
    >
      {/* The video needs no captions, because the camera's picture has no sound. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video ref={video} className={styles.picture} muted playsInline />
      <output className={styles.words}>{t(words)}</output>
    </Dialog>
  )
}

/** @throws DOMException if the agent or the bank forbids the camera, or if no camera can be used */
async function watch(video: HTMLVideoElement, onText: (text: string) => void, signal: AbortSignal) {
  // 'environment' chooses the rear camera of a phone that has two cameras.
  const camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = () => camera.getTracks().forEach(track => track.stop())
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  video.srcObject = camera
  await video.play()
  await readCodes(video, onText, signal)
}

function wordsOf(error: unknown): TextKey {
  const isDenied = error instanceof DOMException && error.name === 'NotAllowedError'
  return isDenied ? 'kyc.camera.denied' : 'kyc.camera.failed'
}
