import styles from './avatar.module.css'

const size = 30

export function Avatar({ name }: { name: string }) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map(word => word?.at(0) ?? '').join('')
  return (
    <span className={styles.avatar} style={{ width: size, height: size }} aria-hidden="true">
      {letters.toUpperCase()}
    </span>
  )
}
