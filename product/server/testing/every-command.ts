export const filesOfCommands = { 'agents.csv': 'mobile,name\n9400000009,Nine\n' }

/** The SQL statement that inserts the alert for the command `alerts close 1`. */
export const alertToClose = `insert into fraud_alerts (rule, agent_id, began_on, last_on, facts, stops, opened_on)
  values ('night', gen_random_uuid(), now(), now(), '{}', false, now())`

/** The SQL statement that inserts the person for the commands `staff`. */
export const personOfStaff = `insert into staff (id, name, issuer, subject, roles, created_on)
  values (gen_random_uuid(), 'Neha Kulkarni', 'https://sso.bank.test', 'neha', '{support}', now())`

/**
 * Admin commands, each with the action, a part of the subject, and the outcome (by default 'done') of its audit row. In
 * this order every command succeeds. Before the first command, agent 9400000001 has a password, the alert of
 * `alertToClose` and the person of `personOfStaff` exist, and the agents 9400000002 and 9400000009 do not.
 */
export const everyCommand: [words: string, action: string, subject: string, outcome?: string][] = [
  ['agents add 9400000002 --name Two', 'agent.add', '9400000002'],
  ['agents import agents.csv --yes', 'agent.import', '1 agents from agents.csv (SHA-256 '],
  [
    'agents import agents.csv --dry-run --on-existing skip',
    'agent.preview-import',
    '1 agents from agents.csv',
  ],
  ['agents list', 'agent.list', '3 agents'],
  ['agents show 9400000001', 'agent.show', '9400000001'],
  ['agents update 9400000001 --address1 Fort', 'agent.update', '9400000001'],
  ['agents kyc 9400000001 --kyc-on 2026-01-05 --risk low', 'agent.record-kyc', '9400000001'],
  ['alerts list', 'alert.list', '1 alerts'],
  ['alerts close 1 --why "a fair"', 'alert.close', 'alert 1, night: a fair'],
  ['agents change-mobile 9400000002 9400000005 --yes', 'agent.change-mobile', '9400000002 to 9400000005'],
  ['agents change-mobile 9400000005 9400000002 --yes', 'agent.change-mobile', '9400000005 to 9400000002'],
  ['agents export', 'agent.export', '3 agents'],
  ['agents unlock 9400000001', 'agent.unlock', '9400000001', 'unchanged'],
  ['agents lift-limits 9400000001', 'agent.lift-limits', '9400000001', 'unchanged'],
  ['agents send-otp 9400000001', 'agent.send-otp', '9400000001'],
  ['agents reset-password 9400000001 --yes', 'agent.reset-password', '9400000001'],
  ['agents reset-passkeys 9400000001 --yes', 'agent.reset-passkeys', '9400000001', 'unchanged'],
  ['agents disable 9400000001 --yes', 'agent.disable', '9400000001'],
  ['agents erase 9400000007 --yes', 'agent.erase', 'XXXXXX0007', 'unchanged'],
  ['agents enable 9400000001', 'agent.enable', '9400000001'],
  ['agents enable 9400000001', 'agent.enable', '9400000001', 'unchanged'],
  ['roles list', 'role.list', 'roles'],
  ['roles revoke 9400000002 DBS_AGENT --yes', 'role.revoke', '9400000002 DBS_AGENT'],
  ['roles grant 9400000002 DBS_AGENT --propose "It is time"', 'proposal.make', 'proposal '],
  ['proposals list', 'proposal.list', 'proposals, open'],
  ['proposals show 1', 'proposal.show', 'proposal 1, role.grant'],
  ['proposals withdraw 1', 'proposal.withdraw', 'proposal 1, role.grant: withdrawn'],
  ['roles grant 9400000002 DBS_AGENT', 'role.grant', '9400000002 DBS_AGENT'],
  ['privileges withhold 9400000002 DO_EKYC_APP', 'privilege.withhold', '9400000002 DO_EKYC_APP'],
  ['privileges restore 9400000002 DO_EKYC_APP', 'privilege.restore', '9400000002 DO_EKYC_APP'],
  ['four-eyes off --yes', 'four-eyes.off', 'off', 'unchanged'],
  ['sessions list', 'session.list', 'all agents'],
  ['sessions end 9400000001 --yes', 'session.end', '9400000001 all sessions', 'unchanged'],
  ['staff list', 'staff.list', '1 people'],
  ['staff end-sessions "Neha Kulkarni" --yes', 'staff.end-sessions', 'Neha Kulkarni (staff ', 'unchanged'],
  ['staff disable "Neha Kulkarni" --yes', 'staff.disable', 'Neha Kulkarni (staff '],
  ['staff enable "Neha Kulkarni"', 'staff.enable', 'Neha Kulkarni (staff '],
  ['orders list 9400000001', 'order.list', '9400000001'],
  ['orders find DBS10001', 'order.find', 'no order has it'],
  ['exceptions list', 'exception.list', '0 exceptions'],
  ['consent withdraw --reference DBS10001 --yes', 'consent.withdraw', 'no order has it', 'unchanged'],
  ['consent take-back --reference DBS10001', 'consent.take-back', 'no withdrawal', 'unchanged'],
  ['holds add --agent 9400000001 --reason "Case 12"', 'hold.add', 'agent '],
  ['holds list', 'hold.list', '1 holds'],
  ['holds remove --agent 9400000001', 'hold.remove', 'agent '],
  ['outbox list', 'outbox.list', '1 messages'],
  ['outbox dead', 'outbox.list', '0 messages'],
  ['outbox retry --all', 'outbox.retry', '1 messages'],
  ['outbox test-event', 'outbox.test-event', '-'],
  ['stats', 'statistics.show', '3 months'],
  ['devices', 'device.list', 'models'],
  ['devices --by-day 7', 'device.list', '7 days'],
  ['devices --ending 7', 'unit.list', 'all models'],
  ['audit verify', 'audit.verify', ''],
  ['demo remove --yes', 'demo.remove', 'no demo data', 'unchanged'],
  ['migrate', 'schema.migrate', 'up to date', 'unchanged'],
  ['database show', 'database.show', 'one PostgreSQL'],
]
