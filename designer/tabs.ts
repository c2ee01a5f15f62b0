import { lazy, type ComponentType } from 'react';

/** A part of the designer, loaded when it is first opened. Its words are `designer.tab.<name>`. */
export interface DesignerTab {
  readonly name: string;
  readonly Body: ComponentType;
}

/** What opens over the tabs; its words are `designer.<name>`. */
export interface DesignerDrawer {
  readonly name: 'preview' | 'review' | 'history' | 'comments';
  readonly Body: ComponentType<{ onClose: () => void }>;
}

const lazyTab = (name: string, load: () => Promise<{ default: ComponentType }>): DesignerTab => ({
  name,
  Body: lazy(load),
});

const lazyDrawer = (
  name: DesignerDrawer['name'],
  load: () => Promise<{ default: ComponentType<{ onClose: () => void }> }>,
): DesignerDrawer => ({ name, Body: lazy(load) });

/** The tabs of an entity, in order: one line each. */
export const tabs: readonly DesignerTab[] = [
  lazyTab('form', () => import('./canvas/form-tab.tsx')),
  lazyTab('list', () => import('./canvas/list-tab.tsx')),
  lazyTab('detail', () => import('./canvas/detail-tab.tsx')),
  lazyTab('documents', () => import('./documents/documents-tab.tsx')),
  lazyTab('rules', () => import('./panels/rules-panel.tsx')),
  lazyTab('actions', () => import('./panels/actions-tab.tsx')),
  lazyTab('flow', () => import('./panels/flow-tab.tsx')),
  lazyTab('access', () => import('./panels/access-tab.tsx')),
  lazyTab('texts', () => import('./panels/texts-tab.tsx')),
  lazyTab('json', () => import('./panels/json-tab.tsx')),
];

/** The drawers, in the order of their buttons; the last one is the way to publish. One line each. */
export const drawers: readonly DesignerDrawer[] = [
  lazyDrawer('preview', () => import('./panels/preview.tsx')),
  lazyDrawer('comments', () => import('./review/comments-drawer.tsx')),
  lazyDrawer('history', () => import('./review/history-drawer.tsx')),
  lazyDrawer('review', () => import('./review/review-drawer.tsx')),
];
