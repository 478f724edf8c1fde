import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

import { installDebianPackages } from '../../../../scripts/debian-packages.ts'
import type { Report } from '../report.ts'
import type { SetUp } from '../set-up.ts'
import type { Stage } from './first-start.ts'

const library = '/usr/lib/softhsm/libsofthsm2.so'
const pin = '123456'

/**
 * Moves the two RSA keys into SoftHSM, which simulates a vendor's hardware module, and adds deploy/compose.module.yaml.
 * SoftHSM may write to its folder of tokens, because it gives up a token in a read-only folder.
 */
export async function hardwareModule(
  setUp: SetUp,
  report: Report,
  { agents: [agent] }: Stage,
): Promise<void> {
  const { checkout, run, env } = setUp
  const vendor = join(setUp.folder, 'vendor')
  const secrets = join(checkout, 'deploy', 'secrets')
  const softhsm = `SOFTHSM2_CONF=${vendor}/softhsm2.conf softhsm2-util`
  await installDebianPackages('softhsm2')
  await run(`mkdir -p ${vendor}/lib ${vendor}/tokens && cp ${library} ${vendor}/lib`)
  await run(`ldd ${library} | awk '/=> / && !/libc.so|libm.so/ { print $3 }' | xargs cp -Lt ${vendor}/lib`)
  await run(`echo directories.tokendir = ${vendor}/tokens >${vendor}/softhsm2.conf`)
  await run(`${softhsm} --init-token --free --label kyc --so-pin 1234 --pin ${pin}`)
  for (const [name, id] of [
    ['aua-signing-key', '01'],
    ['kua-decryption-key', '02'],
  ]) {
    const [key, pkcs8] = [`${secrets}/${name}.pem`, `${vendor}/${name}.p8`]
    await run(`openssl pkcs8 -topk8 -nocrypt -in ${key} -out ${pkcs8}`)
    await run(`${softhsm} --import ${pkcs8} --token kyc --label ${name} --id ${id} --pin ${pin}`)
    await run(`rm ${pkcs8} && printf 'pkcs11:token=kyc;object=${name}' >${key}`)
  }
  await run(`printf ${pin} | install -o 10001 -m 400 /dev/stdin ${secrets}/pkcs11-pin`)
  await run(`chown -R 10001 ${vendor}`)
  appendFileSync(
    join(checkout, 'deploy', 'production.env'),
    `LD_LIBRARY_PATH=${vendor}/lib\nSOFTHSM2_CONF=${vendor}/softhsm2.conf\nACCEPTED_RISKS=\n`,
  )
  appendFileSync(
    join(checkout, '.env'),
    `PKCS11_FOLDER=${vendor}\nPKCS11_MODULE=${vendor}/lib/libsofthsm2.so\n`,
  )
  const tokens = `{ volumes: ['${vendor}/tokens:${vendor}/tokens'] }`
  await run(`printf "services: { server-1: &t ${tokens}, server-2: *t, doctor: *t }" >tokens.yaml`)
  env.COMPOSE_FILE += ':deploy/compose.module.yaml:tokens.yaml'
  await run('deploy/config apply && docker compose up -d --wait server-1 server-2 doctor')

  const doctor = await run('deploy/admin doctor', { mayFail: true })
  const opened = doctor.stdout.match(/^ok +\S+_KEY +the module opens it, and it works$/gm) ?? []
  report.check('doctor opens both keys in the module', opened.length === 2, opened.join('; '))
  if (!agent.reads()[0]?.token) await agent.logInByOtp()
  const answer = await agent.runKyc('DBS10301')
  report.check(
    'a KYC is signed and decrypted in the module',
    answer.response.success,
    answer.response.displayMsg,
  )
}
