/** The program that stops a private PostgreSQL once its owner has ended. */
export const guardProgram = new URL('../private-postgres/private-postgres-guard.ts', import.meta.url)
