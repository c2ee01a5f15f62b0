import type { Widget } from '../../react/index.ts';

/** The menu entries of a role, ticked in the tree of the menu, buttons included. */
export const menuGrant: Widget = Object.freeze<Widget>({
  name: 'menu-grant',
  types: ['references'],
  options: {},
  icon: 'menu',
  samples: [[], ['1', '2']],
  load: () => import('./menu-grant.tsx'),
});
