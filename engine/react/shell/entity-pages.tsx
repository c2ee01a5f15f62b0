import { lazy } from 'react';
import { useParams } from 'react-router-dom';

const ListScreen = lazy(async () => ({ default: (await import('../screens/list-screen.tsx')).ListScreen }));
const FormScreen = lazy(async () => ({ default: (await import('../screens/form-screen.tsx')).FormScreen }));
const DetailScreen = lazy(async () => ({ default: (await import('../screens/detail-screen.tsx')).DetailScreen }));

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
