import { useLocation } from 'react-router-dom';
import { screenOf } from '../engine/core/index.ts';
import { wantTexts } from '../engine/kit/index.ts';
import './designer.css';
import { DesignerScreen } from './designer-screen.tsx';
import { EntityList } from './entity-list.tsx';
import { ScreenDesigner } from './screens/screen-designer.tsx';

/** Brings what the first page needs before it is drawn. */
export const startDesigner = (): Promise<void> => wantTexts('designer');

/** `/designer` lists what may be designed, `/designer/{entity}` and `/designer/screen:{name}` open one. */
export function DesignerPage() {
  const { pathname } = useLocation();
  const entity = decodeURIComponent(pathname.split('/')[2] ?? '');
  if (entity === '') return <EntityList />;
  return screenOf(entity) === null ? (
    <DesignerScreen key={entity} entity={entity} />
  ) : (
    <ScreenDesigner key={entity} screen={entity} />
  );
}
