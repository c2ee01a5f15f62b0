import { useLocation } from 'react-router-dom';
import { wantTexts } from '../engine/react/index.ts';
import './designer.css';
import { DesignerScreen } from './designer-screen.tsx';
import { EntityList } from './entity-list.tsx';

/** Brings what the first page needs before it is drawn. */
export const startDesigner = (): Promise<void> => wantTexts('designer');

/** `/designer` lists what may be designed, `/designer/{entity}` opens one. */
export function DesignerPage() {
  const { pathname } = useLocation();
  const [, , entity] = pathname.split('/');
  return entity ? <DesignerScreen key={entity} entity={decodeURIComponent(entity)} /> : <EntityList />;
}
