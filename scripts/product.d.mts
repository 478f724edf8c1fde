/** The types of product.mjs, for the browser tests. */
export type ProductOptions = {
  dataDir: string
  port: number
  sandboxPort: number
  devicePort: number | string
  env?: NodeJS.ProcessEnv
  withSandbox?: boolean
  onLine?: (said: { program: string; stream: string; line: string }) => void
  progress?: <T>(title: string, work: () => Promise<T>) => Promise<T>
  signal?: AbortSignal
}

export type RunningProduct = {
  address: string
  sandbox: string
  devicePort: number
  died: Promise<{ name: string; how: string; lastWords: string[] }>
  stop(): Promise<void>
  kill(): void
  restartServer(): Promise<void>
}

export function startProduct(options: ProductOptions): Promise<RunningProduct>
