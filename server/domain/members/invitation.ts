import type { CommandCall } from '../../modules/module.ts';

const hostSql = 'SELECT host FROM tenant WHERE id = $1';

/** A mail with the way in; the password is theirs to choose, by a code that goes to the same address. */
export async function sendInvitation(
  call: CommandCall,
  originOf: (host: string) => string,
  { id, name, email }: { readonly id: string; readonly name: string; readonly email: string },
): Promise<void> {
  const [home] = await call.services.query(hostSql, [call.tenant]);
  const page = `${originOf(String(home?.['host']))}/user/recover`;
  const about = { tenant: call.tenantName, name, account: email, page };
  await call.services.mail({
    ...{ tenant: call.tenant, to: email, template: 'invitation', about: id, culture: call.culture },
    ...{ title: call.say('members.invite.title', about), text: call.say('members.invite.text', about) },
    key: `invitation-${id}`,
  });
}
