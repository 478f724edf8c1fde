/** The program that stops a private PostgreSQL after its owner. */
export const guardProgram = new URL('../private-postgres/private-postgres-guard.ts', import.meta.url)
