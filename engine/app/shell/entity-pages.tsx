import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { useDataClient } from '../../kit/data/client.ts';
import { WireError } from '../../kit/data/data-client.ts';
import type { MenuNode } from '../../kit/data/session-client.ts';
import { useViewer } from '../../kit/data/viewer.ts';
import { useCulture } from '../../kit/ui/culture.ts';
import { usePages } from './pages-context.ts';
import { lazyFile, lazyPart } from '../../kit/ui/lazy-part.ts';
import { whenIdle } from '../../kit/ui/when-idle.ts';
import { groupTarget, menuNodeOf } from './menu/menu.ts';
import { MissingModule } from './missing-module.tsx';

const [ListScreen, loadList] = lazyPart(async () => (await import('../../kit/screens/list-screen.tsx')).ListScreen);
const FormScreen = lazyFile(async () => ({
  default: (await import('../../kit/screens/form/form-screen.tsx')).FormScreen,
}));
const [DetailScreen, loadDetail] = lazyPart(
  async () => (await import('../../kit/screens/detail-screen.tsx')).DetailScreen,
);

/** Lets the list's files come in before it is drawn; the answer lets in what it must know. A failure shows when it is drawn. */
export function prefetchList(): typeof import('../../kit/controllers/prepare-list.ts').prepareList {
  const files = Promise.all([import('../../kit/controllers/prepare-list.ts'), loadList()]);
  files.catch(() => undefined);
  return async (...of) => (await files)[0].prepareList(...of);
}

const EmbeddedPage = lazyFile(() => import('./embedded-page.tsx'));
const ErrorPage = lazyFile(() => import('./error-page.tsx'));
const UnknownAddress = lazyFile(() => import('./unknown-address.tsx'));

/** The server's code for an address at which there is nothing. */
const noAddress = 1_013_001;

/** The screens of any entity by its path; each is loaded when first needed, and starts afresh for another record. */
export function ListPage() {
  const { path = '' } = useParams();
  const entry = useEntry();
  const isList = entry === null;
  // The page of a record mostly comes next; without it a network that is gone would leave nothing to show there.
  useEffect(() => (isList ? whenIdle(() => void loadDetail().catch(() => undefined)) : undefined), [isList]);
  return entry ?? known(path, <ListScreen key={path} path={path} />);
}

export function NewPage() {
  const { path = '' } = useParams();
  return useEntry() ?? known(path, <FormScreen key={path} path={path} />);
}

export function DetailPage() {
  const { path = '', id = '' } = useParams();
  return useEntry() ?? known(path, <DetailScreen key={`${path}/${id}`} path={path} id={id} />);
}

export function EditPage() {
  const { path = '', id = '' } = useParams();
  return useEntry() ?? known(path, <FormScreen key={`${path}/${id}`} path={path} id={id} />);
}

/** Any other address: what the menu says of it, else home. */
export function OtherPage() {
  return useEntry() ?? <UnknownAddress />;
}

const known = (path: string, screen: ReactNode): ReactNode => <KnownEntity path={path}>{screen}</KnownEntity>;

/** A screen of an entity, or the way home if the server knows no entity of this path. */
function KnownEntity({ path, children }: { path: string; children: ReactNode }) {
  const client = useDataClient();
  const culture = useCulture();
  const [unknown, setUnknown] = useState<string | null>(null);
  useEffect(() => {
    let cancelled = false;
    // The screen loads and asks the same, and shares the answer; the way in needs none of it.
    import('../../kit/data/use-entity.ts')
      .then(({ loadEntity }) => loadEntity(client, culture, path))
      .catch((error: unknown) => {
        if (!cancelled && error instanceof WireError && error.code === noAddress) setUnknown(path);
      });
    return () => {
      cancelled = true;
    };
  }, [client, culture, path]);
  return unknown === path ? <UnknownAddress /> : children;
}

/**
 * What this address shows if it is no screen of an entity: a page of its own, found by its longest registered
 * beginning (`account/settings` also answers for `account/settings/base`), or what the server's menu puts there.
 */
function useEntry(): ReactNode {
  const { menus } = useViewer();
  const { pathname } = useLocation();
  const pages = usePages();
  const pageOf: PageOf = (name) => pages.get(name);
  const path = pathname.toLowerCase().replace(/^\/|\/$/g, '');
  const Page = pageAt(path, pageOf);
  if (Page) return <Page />;
  const node = menuNodeOf(menus, pathname);
  if (node) return drawNode(node, pageOf);
  const target = groupTarget(menus, pathname);
  return target && <Navigate to={target} replace />;
}

type PageOf = (name: string) => ComponentType | undefined;

function pageAt(path: string, pageOf: PageOf) {
  const segments = path.split('/');
  for (let length = segments.length; length > 0; length--) {
    const found = pageOf(segments.slice(0, length).join('/'));
    if (found) return found;
  }
  return undefined;
}

/** Null for an entity's entry: its screens answer for themselves. */
function drawNode(node: MenuNode, pageOf: PageOf): ReactNode {
  const { component } = node;
  if (component === 'entity') return null;
  if (component === 'Iframe') return <EmbeddedPage key={node.id} node={node} />;
  if (component === '403' || component === '404' || component === '500')
    return <ErrorPage key={component} status={Number(component) as 403 | 404 | 500} />;
  const Page = pageOf(component.toLowerCase());
  return Page ? <Page /> : <MissingModule node={node} />;
}
