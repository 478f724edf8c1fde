export function ResultMark({ isSuccess }: { isSuccess: boolean }) {
  return (
    <svg viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
      <circle cx="48" cy="48" r="44" fill="currentColor" />
      <path
        d={isSuccess ? 'M28 50l13.5 13.5L69 35' : 'M34 34l28 28M62 34L34 62'}
        fill="none"
        stroke="var(--paper)"
        strokeWidth="8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
