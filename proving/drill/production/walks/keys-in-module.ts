import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Report } from '../report.ts'
import type { SetUp } from '../set-up.ts'
import { standInForModule } from '../stand-ins.ts'
import type { Stage } from './first-start.ts'

const pin = '482913'

/** Moves both RSA keys into a token of SoftHSM2 by deploy/compose.module.yaml, and does a KYC with them. */
export async function keysInModule(setUp: SetUp, report: Report, { agents }: Stage): Promise<void> {
  const { checkout, folder } = setUp
  const vendor = join(folder, 'vendor')
  const secrets = join(checkout, 'deploy', 'secrets')
  await makeToken(setUp, vendor, secrets)
  writeFileSync(join(secrets, 'pkcs11-pin'), pin)
  writeFileSync(join(secrets, 'aua-signing-key.pem'), 'pkcs11:token=kyc;object=signing')
  writeFileSync(join(secrets, 'kua-decryption-key.pem'), 'pkcs11:token=kyc;object=decryption')
  await setUp.run('sh deploy/make-secrets.sh')
  appendFileSync(
    join(checkout, '.env'),
    `PKCS11_FOLDER=${vendor}\nPKCS11_MODULE=${vendor}/lib/libsofthsm2.so\n`,
  )
  appendFileSync(
    join(checkout, 'deploy', 'production.env'),
    `\nLD_LIBRARY_PATH=${vendor}/lib\nSOFTHSM2_CONF=${vendor}/softhsm2.conf\n`,
  )
  setUp.env.COMPOSE_FILE = `${setUp.env.COMPOSE_FILE}:deploy/compose.module.yaml`
  await setUp.run('deploy/config apply')
  await setUp.run('docker compose up -d --wait server-1 server-2 doctor')

  const green = await setUp.run('deploy/admin doctor', { mayFail: true })
  report.check(
    'doctor calls the set-up with a module healthy',
    green.code === 0,
    green.output.trim().slice(-600),
  )
  const inDoctor = (changed: string) =>
    setUp.run(`docker compose exec -T doctor env ${changed} /app/deploy/entrypoint.sh admin doctor --json`, {
      mayFail: true,
    })
  const keys = await inDoctor('')
  report.check(
    'doctor finds both keys in the module',
    keys.code === 0,
    keys.stdout
      .split('\n')
      .filter(line => /PKCS11|module|KEY/.test(line))
      .join(' ')
      .slice(0, 600),
  )
  const wrong = await inDoctor('PKCS11_PIN_FILE= PKCS11_PIN=000000')
  report.check(
    'doctor names a wrong PIN',
    wrong.code === 1 && /PKCS11_PIN/.test(wrong.stdout),
    wrong.stdout
      .split('\n')
      .filter(line => /PIN/.test(line))
      .join(' ')
      .slice(0, 400),
  )

  const [agent] = agents
  const reference = 'DBS10004'
  const answer = await agent.runKyc(reference).catch(async () => {
    await agent.firstLogIn()
    return agent.runKyc(reference)
  })
  report.check(
    'a KYC is signed and decrypted in the module',
    answer.response.success && answer.transactionId.startsWith('UKC:'),
    answer.response.displayMsg,
  )
}

/** Makes the vendor's folder: the library with all that it needs, its settings, and a token with both keys. */
async function makeToken(setUp: SetUp, vendor: string, secrets: string): Promise<void> {
  const image = await standInForModule(setUp)
  mkdirSync(join(vendor, 'tokens'), { recursive: true })
  mkdirSync(join(vendor, 'lib'))
  writeFileSync(
    join(vendor, 'softhsm2.conf'),
    `directories.tokendir = ${vendor}/tokens\nobjectstore.backend = file\n`,
  )
  const script = [
    'set -e',
    'library=$(find /usr/lib -name libsofthsm2.so | head -n 1)',
    `cp -L "$library" $(ldd "$library" | grep -o "/[^ ]*lib\\(crypto\\|stdc++\\|gcc_s\\)[^ ]*") ${vendor}/lib/`,
    `softhsm2-util --init-token --free --label kyc --so-pin ${pin} --pin ${pin}`,
    'for key in aua-signing-key:signing:01 kua-decryption-key:decryption:02; do',
    '  name=${key%%:*}; rest=${key#*:}',
    `  openssl pkcs8 -topk8 -nocrypt -in /keys/$name.pem -out /tmp/key.pem`,
    `  softhsm2-util --import /tmp/key.pem --token kyc --label "\${rest%:*}" --id "\${rest#*:}" --pin ${pin}`,
    'done',
    `chown -R 10001:10001 ${vendor}`,
  ]
  writeFileSync(join(setUp.folder, 'make-token.sh'), script.join('\n'))
  await setUp.run(
    `docker run --rm -e SOFTHSM2_CONF=${vendor}/softhsm2.conf -v ${vendor}:${vendor} -v ${secrets}:/keys:ro ` +
      `-v ${setUp.folder}/make-token.sh:/make-token.sh:ro ${image} sh /make-token.sh`,
  )
}
