/** The parts of oidc-provider that the sandbox uses; the package has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export type Client = {
    backchannelLogoutUri: string
    redirectUriAllowed(uri: string): boolean
  }
  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }
  export type Context = {
    type: string
    body: string
    oidc: { client: { clientId: string }; session: { accountId: string } }
  }
  export class Provider {
    constructor(issuer: string, configuration: object)
    readonly Grant: new (of: { clientId: string; accountId: string }) => Grant
    readonly Client: { prototype: Client }
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    on(event: 'server_error', listener: (context: Context, error: Error) => void): this
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  /** Returns a class that keeps the provider's data in memory. `clockTolerance` is in seconds. */
  export function createMemoryAdapter(clockTolerance: number): new (model: string) => object
}
