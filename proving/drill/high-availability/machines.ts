import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { SetUp } from '../production/set-up.ts'

export type Machine = Awaited<ReturnType<typeof makeMachine>>

export const floatingAddress = '10.89.50.10'
const network = 'ekyc-ha'
const project = 'ekyc-ha'
const worldAddress = '10.89.50.9'
const addresses: Record<string, string> = {
  'machine-1': '10.89.50.11',
  'machine-2': '10.89.50.12',
  'machine-3': '10.89.50.13',
  'far-1': '10.89.50.21',
}

export async function makeMachines(setUp: SetUp): Promise<Record<string, Machine>> {
  await takeAway(setUp)
  await setUp.run(`docker network create --subnet 10.89.50.0/24 --ip-range 10.89.50.128/25 ${network}`)
  await setUp.run(
    `docker network connect --ip ${worldAddress} ${network} ${await setUp.containerOf('world')}`,
  )
  const names = Object.keys(addresses)
  await setUp.run(
    `sh deploy/ha/make-certificates.sh ${names.map(name => `${name}=${addresses[name]}`).join(' ')}`,
  )
  await setUp.run('mkdir -p deploy/ha/archive && chown 10001:10001 deploy/ha/archive')
  writeFileSync(join(setUp.checkout, 'deploy', 'ha', 'drill.yaml'), overrideOf(setUp))
  const machines: Record<string, Machine> = {}
  for (const name of names) machines[name] = await makeMachine(setUp, name, addresses[name] ?? '')
  return machines
}

export async function takeAway(setUp: SetUp): Promise<void> {
  await setUp.run(
    `docker ps --all --quiet --filter name=^${project} | xargs --no-run-if-empty docker rm --force --volumes; ` +
      `docker volume ls --quiet --filter name=^${project} | xargs --no-run-if-empty docker volume rm --force; ` +
      `docker network rm --force ${network}`,
    { mayFail: true },
  )
}

/** Makes a machine: a container with a network namespace, in which the parts of deploy/ha/compose.yaml run. */
async function makeMachine(setUp: SetUp, name: string, address: string) {
  const container = `${project}-${name}`
  await setUp.run(
    `docker run --detach --name ${container} --network ${network} --ip ${address} --init ` +
      `--add-host world:${worldAddress} ${setUp.nodeImage} sleep infinity`,
  )
  const file = `deploy/ha/${name}.env`
  writeFileSync(join(setUp.checkout, file), settingsOf(setUp, name, address))
  const env = {
    COMPOSE_PROJECT_NAME: container,
    COMPOSE_FILE: 'deploy/ha/compose.yaml:deploy/ha/drill.yaml',
    COMPOSE_ENV_FILES: `.env,${file}`,
    SUDO_USER: 'priya',
  }
  const ask = async (command: string) => (await setUp.run(command)).stdout.trim()
  const partOf = (part: string) => `${container}-${part}-1`
  const pidOf = (one: string) => ask(`docker inspect --format '{{.State.Pid}}' ${one}`)
  const inNetwork = async (command: string) =>
    ask(`nsenter --net --target ${await pidOf(container)} ${command}`)

  return {
    name,
    address,
    file,
    async run(commands: string[]): Promise<void> {
      for (const command of commands) await setUp.run(command, { env })
    },
    addresses: () => inNetwork('ip -4 -oneline address'),
    inDatabase: (command: string) => ask(`docker exec ${partOf('database')} ${command}`),
    /** Ends a part as a crash does, after which the engine starts the part again. */
    crash: async (part: string) => ask(`kill -9 ${await pidOf(partOf(part))}`),
    /** Ends a part by `docker kill`, after which the engine does not start the part again. */
    kill: (part: string) => ask(`docker kill ${partOf(part)}`),
    start: (part: string) => ask(`docker start ${partOf(part)}`),
    /** Cuts the machine off the network, so that its parts cannot report their end, and then ends all its parts. */
    async lose(): Promise<void> {
      await inNetwork('ip link set eth0 down')
      await setUp.run(`docker ps --quiet --filter name=^${container}- | xargs docker kill`, { mayFail: true })
    },
    async comeBack(part = ''): Promise<void> {
      await inNetwork('ip link set eth0 up')
      await ask(
        `docker ps --all --quiet --filter name=^${container}-${part} --filter status=exited | xargs docker start`,
      )
    },
  }
}

function overrideOf({ folder }: SetUp): string {
  const server = `
    environment: { NODE_EXTRA_CA_CERTS: /etc/ekyc/world-ca.pem }
    volumes: ['${folder}/tls/ca.pem:/etc/ekyc/world-ca.pem:ro']
`
  return `services:\n  server:${server}  doctor:${server}`
}

function settingsOf({ checkout }: SetUp, name: string, address: string): string {
  const isFar = name.startsWith('far')
  const members = Object.entries(addresses).filter(([other]) => other.startsWith('far') === isFar)
  const two = isFar ? [address, address] : [addresses['machine-1'], addresses['machine-2']]
  const values: Record<string, string | undefined> = {
    MACHINE: name,
    ADDRESS: address,
    COMPOSE_PROFILES: name === 'machine-3' ? 'witness' : 'all',
    ETCD_MEMBERS: members.map(([member, at]) => `${member}=https://${at}:2380`).join(','),
    ETCD_CLIENTS: members.map(([, at]) => `${at}:2379`).join(','),
    ETCD_LEADER: members.at(-1)?.[0],
    MACHINE_1: two[0],
    MACHINE_2: two[1],
    FLOATING_ADDRESS: isFar ? '10.89.50.20/24' : `${floatingAddress}/24`,
    PEER: two.find(other => other !== address) ?? address,
    ARCHIVE: join(checkout, 'deploy', 'ha', 'archive'),
    MACHINE_NETWORK: `container:${project}-${name}`,
    MACHINE_FILE: `./${name}.env`,
    ...(isFar && {
      FOLLOWS: '127.0.0.1:6433',
      FOLLOWED_1: addresses['machine-1'],
      FOLLOWED_2: addresses['machine-2'],
    }),
  }
  const lines = Object.entries(values).filter(([, value]) => value !== undefined)
  return `${lines.map(([key, value]) => `${key}=${value}`).join('\n')}\n`
}
