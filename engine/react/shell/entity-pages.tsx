import { lazy } from 'react';
import { useParams } from 'react-router-dom';

const loadList = () => import('../screens/list-screen.tsx');

const ListScreen = lazy(async () => ({ default: (await loadList()).ListScreen }));
const FormScreen = lazy(async () => ({ default: (await import('../screens/form-screen.tsx')).FormScreen }));
const DetailScreen = lazy(async () => ({ default: (await import('../screens/detail-screen.tsx')).DetailScreen }));

/** Lets the list's files come in before they are needed; a failure shows when they are. */
export function prefetchList(): void {
  void loadList().catch(() => undefined);
}

/** The screens of any entity by its path; each is loaded when first needed, and starts afresh for another record. */
export function ListPage() {
  const { path = '' } = useParams();
  return <ListScreen key={path} path={path} />;
}

export function NewPage() {
  const { path = '' } = useParams();
  return <FormScreen key={path} path={path} />;
}

export function DetailPage() {
  const { path = '', id = '' } = useParams();
  return <DetailScreen key={`${path}/${id}`} path={path} id={id} />;
}

export function EditPage() {
  const { path = '', id = '' } = useParams();
  return <FormScreen key={`${path}/${id}`} path={path} id={id} />;
}
