import { useCallback, useEffect, useState } from 'react';
import { callsOver, useDataClient, type DataClient, type WireRecord } from '../../engine/kit/index.ts';
import { useAnswer } from '../tools/use-answer.ts';
import type { RoleLook } from './visible-to-role.ts';

/** The roles to look as. */
export function useRoles(): readonly WireRecord[] {
  const client = useDataClient();
  const [roles, setRoles] = useState<readonly WireRecord[]>([]);
  useEffect(() => {
    let cancelled = false;
    client.list('sysRole', {}).then(
      (found) => cancelled || setRoles(found),
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, [client]);
  return roles;
}

/** What a role opens, as the server answers it. */
async function loadLook(client: DataClient, role: WireRecord): Promise<RoleLook> {
  const { id } = role;
  const [{ menus }, lines] = await Promise.all([
    client.answer<{ menus?: readonly string[] | null }>('sysRole/detail', { id }),
    callsOver(client).ask('roleSummary', { id }),
  ]);
  const rights = lines.flatMap(({ entity, grants }) =>
    grants.flatMap(({ codes }) => codes.map((code) => `${entity}:${code}`)),
  );
  return {
    member: role['template'] === 'member',
    chosen: menus && menus.length > 0 ? new Set(menus.map(String)) : null,
    rights: new Set(rights),
  };
}

/** What every role opens, in the order of the roles. */
export function useRoleLooks(roles: readonly WireRecord[]) {
  const client = useDataClient();
  return useAnswer(
    useCallback(
      () =>
        Promise.all(roles.map(async (role) => ({ name: String(role['name']), look: await loadLook(client, role) }))),
      [client, roles],
    ),
  );
}

/** What a role opens, reloaded whenever the menu changes; null while loading or without a role. */
export function useRoleLook(
  role: WireRecord | undefined,
  stamp: unknown,
): { readonly look: RoleLook | null; readonly error: unknown } {
  const client = useDataClient();
  const [found, setFound] = useState<{ id: string; look: RoleLook | null; error: unknown } | null>(null);
  useEffect(() => {
    if (role === undefined) return;
    const { id } = role;
    let cancelled = false;
    loadLook(client, role).then(
      (look) => cancelled || setFound({ id, look, error: null }),
      (error: unknown) => cancelled || setFound({ id, look: null, error }),
    );
    return () => {
      cancelled = true;
    };
  }, [client, role, stamp]);
  return found && found.id === role?.id ? found : { look: null, error: null };
}
