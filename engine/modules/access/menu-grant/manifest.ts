import type { Widget } from '../../../kit/index.ts';

/**
 * Menu entries ticked in the tree of the menu, buttons included: those of a role (`references`), or, in a dialog of a
 * tenant (`json`), those that the tenant may have.
 */
export const menuGrant: Widget = Object.freeze<Widget>({
  name: 'menu-grant',
  types: ['references', 'json'],
  options: {},
  icon: 'menu',
  samples: [[], ['1', '2']],
  load: () => import('./menu-grant.tsx'),
});
