import { createContext, createElement, useContext, useMemo, type ReactNode } from 'react';
import type { ValueContext } from '../../core/index.ts';
import { useCulture } from '../ui/culture.ts';
import type { LoginUser } from './session-client.ts';

const ViewerContext = createContext<LoginUser | null>(null);

export function ViewerProvider({ user, children }: { user: LoginUser; children?: ReactNode }) {
  return createElement(ViewerContext.Provider, { value: user }, children);
}

/** Who looks at the screen. Throws outside a `ViewerProvider`. */
export function useViewer(): LoginUser {
  const user = useContext(ViewerContext);
  if (!user) throw new Error('useViewer outside ViewerProvider');
  return user;
}

/** What field types need to word a value: the culture of the screens and the tenant's time zone. */
export function useValueContext(): ValueContext {
  const culture = useCulture();
  const timeZone = useContext(ViewerContext)?.tenant.timeZone ?? 'UTC';
  return useMemo(() => ({ culture, timeZone }), [culture, timeZone]);
}

/** Whether the current user has a permission code such as `Order:edit`. */
export function useHasPermission(code: string): boolean {
  return useContext(ViewerContext)?.permissions.includes(code) ?? false;
}
