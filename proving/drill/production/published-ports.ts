import type { SetUp } from './set-up.ts'

/** Returns the ports that containers publish on this machine, as 'prometheus 127.0.0.1:9090->9090/tcp'. */
export async function publishedPorts({ run, env }: SetUp): Promise<string[]> {
  const { stdout } = await run(
    `docker ps --filter label=com.docker.compose.project=${env.COMPOSE_PROJECT_NAME} ` +
      `--format '{{.Label "com.docker.compose.service"}} {{.Ports}}'`,
  )
  return stdout.split('\n').flatMap(line => {
    const [service = '', ...ports] = line.split(/,? /)
    return ports.filter(port => port.includes('->')).map(port => `${service} ${port}`)
  })
}
