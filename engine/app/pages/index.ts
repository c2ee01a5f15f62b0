import type { ComponentType } from 'react';
import { AccountCenterPage, AccountSettingsPage } from './account-pages.tsx';
import { AnyBoardPage, boardPage } from './board-page.tsx';
import { lazyPage } from '../../kit/ui/lazy-page.tsx';
import { LocalizerPage } from './localizer-page.tsx';

/**
 * Pages that are no entity's screens, by the name that a menu entry gives in `page` (lower case, and their address).
 * Each is loaded when it is first opened.
 */
export const pages: ReadonlyMap<string, ComponentType> = new Map<string, ComponentType>([
  ['account/center', AccountCenterPage],
  ['account/second-factor', lazyPage(() => import('../account/must-enrol.tsx'))],
  ['account/settings', AccountSettingsPage],
  ['analysis', boardPage('analysis')],
  ['board', AnyBoardPage],
  ['help/errors', lazyPage(() => import('./codes-page.tsx'))],
  ['localizer', LocalizerPage],
  ['money', boardPage('money')],
  ['monitor', boardPage('monitor')],
  ['workplace', boardPage('workplace')],
  ['machine', lazyPage(() => import('./system-info-page.tsx'))],
  ['code-generator', lazyPage(() => import('./code-generator-page.tsx'))],
  ['why', lazyPage(() => import('./why-page.tsx'))],
]);
