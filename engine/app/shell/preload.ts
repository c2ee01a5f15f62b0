import { pagingNow, rowsPerRequest } from '../../kit/controllers/paging.ts';
import { callAddress } from '../../kit/data/own-calls.ts';
import { createWire } from '../../kit/data/wire.ts';
import { currentCulture } from '../../kit/ui/culture.ts';
import { prefetchList } from './entity-pages.tsx';
import { loadFrame, loadWelcome } from './routes.tsx';
import { loadUser, options, useSession } from '../session/session.ts';

const ownPages = ['account', 'user', 'test', '403', '404', '500'];

/**
 * Whether a segment may name an entity. A segment without a capital is not prefetched: it is usually a page or a group of
 * the menu, for which the request would be refused.
 */
const mayNameEntity = (segment: string): boolean => /^[a-zA-Z0-9]*[A-Z][a-zA-Z0-9]*$/.test(segment);

/** How long the first drawing waits for data once its code is there: the calm in which no skeleton would be seen either. */
const idleMilliseconds = 200;

/**
 * Asks at once for everything that the address will need, code and data together, instead of one after the other as the
 * screens come to it. A guess that fails costs a request; the screens ask for themselves what was not guessed.
 *
 * The answer waits, once the texts are there, until the first drawing can be the whole one: what comes piece by piece is
 * rendered again with every chunk. Code without data waits no longer than the delay before a skeleton.
 */
export function startPreload(
  pages: ReadonlySet<string> = new Set(),
  address: Pick<Location, 'pathname' | 'search'> = location,
): () => Promise<void> {
  if (!options.getToken()) return skip;
  const [path = '', id, rest] = address.pathname.split('/').slice(1);
  if (path === 'user') return skip;
  const wire = createWire(options);
  const person = loadUser();
  const frame = loadFrame();
  frame.catch(ignore);
  const loadAll = (more: Promise<unknown> = frame) =>
    Promise.race([Promise.all([frame, person, more]), idleAfter(frame)]).then(ignore, ignore);
  if (path === 'welcome') {
    wire.prefetch('screen/workplace');
    wire.prefetch(...callAddress('readPreference', { key: 'tour' }));
    const home = Promise.all([import('./tour-card.tsx'), loadWelcome()]);
    home.catch(ignore);
    return () => loadAll(home.then(([{ prepareTour }]) => prepareTour(useSession.getState().client)));
  }
  if (path === '' || ownPages.includes(path) || pages.has(path.toLowerCase()) || id === 'new' || rest) return loadAll;
  if (!mayNameEntity(path)) return loadAll;
  wire.prefetch(`meta/${path}`);
  if (id) {
    wire.prefetch(`${path}/detail`, { id });
    void import('../../kit/screens/detail-screen.tsx').catch(ignore);
    return loadAll;
  }
  wire.prefetch(...callAddress('readPreference', { key: `list.${path}` }));
  wire.prefetch(...callAddress('savedViews', { path }));
  const prepare = prefetchList();
  const hasNoQuery = address.search === '';
  if (hasNoQuery) wire.prefetch(`${path}/page`, { pageNo: 1, pageSize: rowsPerRequest(pagingNow()) });
  return () => loadAll(prepare(useSession.getState().client, { culture: currentCulture(), path, hasNoQuery }));
}

/** The screen's own import fails too and shows the error. */
const ignore = () => undefined;
const skip = () => Promise.resolve();

async function idleAfter(code: Promise<unknown>): Promise<void> {
  await code;
  await new Promise((resolve) => setTimeout(resolve, idleMilliseconds));
}
