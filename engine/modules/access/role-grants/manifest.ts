import type { Widget } from '../../../kit/index.ts';

/** Grants of a role beyond its template and menus, by ticking; read as sentences that say all the role may do. */
export const roleGrants: Widget = Object.freeze<Widget>({
  name: 'role-grants',
  types: ['lines'],
  options: {},
  icon: 'safety-certificate',
  samples: [[], [{ entity: 'order', codes: 'read,add', rows: 'org', hide: null }]],
  load: () => import('./role-grants.tsx'),
});
