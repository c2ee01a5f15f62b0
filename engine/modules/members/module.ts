import type { ModuleParts } from '../../kit/index.ts';

/** Members: onboarding, users, roles, sub-customers and low balances. */
export const members: ModuleParts = {
  name: 'members',
  pages: {
    'getting-started': () => import('./getting-started-page.tsx'),
    'member-users': () => import('./member-users-page.tsx'),
    'member-roles': () => import('./member-roles-page.tsx'),
    'member-sub-customers': () => import('./sub-customers-page.tsx'),
    'running-dry': () => import('./running-dry-page.tsx'),
  },
  panels: [
    {
      ...{ entity: 'contract', name: 'acceptance', needs: ['Contract:page', 'MemberConfig:page'] },
      load: () => import('./acceptance-panel.tsx'),
    },
    {
      ...{ entity: 'account', name: 'admission', needs: ['sysUser:admit', 'Customer:add', 'MemberConfig:add'] },
      load: () => import('./admission-panel.tsx'),
    },
    {
      ...{ entity: 'tenant', name: 'firstSignIn', needs: ['sysTenant:edit'] },
      load: () => import('./first-sign-in-panel.tsx'),
    },
  ],
};
