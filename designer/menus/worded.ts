import delivered from '../../locales/en-US/menus.json';
import type { MenuRow } from './menu-rows.ts';

/** Whether the product has a word for a code, in every language; the application may stand before it. */
export const isDelivered = (code: string): boolean => code in delivered || code.replace(/^\w+\./, '') in delivered;

/** Whose word people read: the product's texts before the entity's, and these before the entry's own name. */
export function wordedBy({ code, type, entity, component }: MenuRow): 'product' | 'entity' | 'own' {
  if (isDelivered(code)) return 'product';
  return type === '1' && entity !== null && component === null ? 'entity' : 'own';
}
