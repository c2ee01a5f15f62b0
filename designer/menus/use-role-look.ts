import { useEffect, useState } from 'react';
import { useDataClient, type WireRecord } from '../../engine/kit/index.ts';
import type { RoleLook } from './visible-to-role.ts';

interface Line {
  readonly entity: string;
  readonly grants: readonly { readonly codes: readonly string[] }[];
}

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

/** What a role opens, reloaded whenever the menu changes; null while loading or without a role. */
export function useRoleLook(
  role: WireRecord | undefined,
  stamp: unknown,
): { readonly look: RoleLook | null; readonly error: unknown } {
  const client = useDataClient();
  const [found, setFound] = useState<{ id: string; look: RoleLook | null; error: unknown } | null>(null);
  const id = role?.id;
  const member = role?.['template'] === 'member';
  useEffect(() => {
    if (id === undefined) return;
    let cancelled = false;
    Promise.all([
      client.answer<{ menus?: readonly string[] | null }>('sysRole/detail', { id }),
      client.answer<Line[]>('sysRole/summary', { id }),
    ]).then(
      ([{ menus }, lines]) => {
        const chosen = menus && menus.length > 0 ? new Set(menus.map(String)) : null;
        const reads = new Set(
          lines.flatMap(({ entity, grants }) => (grants.some(({ codes }) => codes.includes('read')) ? [entity] : [])),
        );
        if (!cancelled) setFound({ id, look: { member, chosen, reads }, error: null });
      },
      (error: unknown) => cancelled || setFound({ id, look: null, error }),
    );
    return () => {
      cancelled = true;
    };
  }, [client, id, member, stamp]);
  return found && found.id === id ? found : { look: null, error: null };
}
