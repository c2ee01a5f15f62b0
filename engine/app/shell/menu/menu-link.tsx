import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import type { MenuItem } from './menu.ts';

/** A menu entry as a real link; an outer one opens beside the application and learns nothing of it. */
export function MenuLink({
  item,
  className,
  title,
  children,
}: {
  item: MenuItem;
  className: string;
  title?: string;
  children: ReactNode;
}) {
  const to = item.path ?? '';
  return item.target ? (
    <a href={to} target={item.target} rel="noopener noreferrer" className={className} title={title}>
      {children}
    </a>
  ) : (
    <NavLink to={to} className={className} title={title}>
      {children}
    </NavLink>
  );
}
