import { createContext, createElement, useContext, useEffect, useMemo, useState, type ComponentType } from 'react';
import type { ReactNode } from 'react';
import type { WireRecord } from '../data/data-client.ts';
import { useViewer } from '../data/viewer.ts';
import { wantTexts } from '../ui/culture.ts';
import { lazyFile } from '../ui/lazy-part.ts';

type Loader<P extends object> = () => Promise<{ default: ComponentType<P> }>;

export interface PanelProps {
  record: WireRecord;
  /** Grows with each reload of the record. */
  stamp: number;
  /** Reloads the record after the panel has changed it. */
  reload: () => void;
}

/** A part on the detail page of an entity's records. */
export interface Panel {
  entity: string;
  /** Its tab's address; its heading is the word `panel.<name>` of the module. */
  name: string;
  /** Permission codes, all of which a reader must hold; such as `Order:page`. */
  needs: readonly string[];
  /** Comes first, and the page opens on it: what the record is made for. */
  leads?: boolean;
  load: Loader<PanelProps>;
}

export interface BulkDialogProps {
  records: readonly WireRecord[];
  /** Ids of the records in the order of the list, whichever way they were picked. */
  listed: () => Promise<readonly string[]>;
  /** `changed`: the list is reloaded and its selection cleared. */
  onClose: (changed: boolean) => void;
}

/** A bulk action on a selection of an entity's list, with its own dialog. */
export interface BulkDialog {
  entity: string;
  /** Its button is the word `bulk.<name>` of the module. */
  name: string;
  needs: readonly string[];
  /** The maximum number of records at once. */
  maxRecords: number;
  /** Records that it can be done with. */
  fits: (record: WireRecord) => boolean;
  load: Loader<BulkDialogProps>;
}

/** The props of a public page: there is no session, and none of the application's parts. */
export interface PublicPageProps {
  culture: string;
  /** Every language by its code, in its own words. */
  cultures: Readonly<Record<string, string>>;
  onCulture: (culture: string) => void;
  /** The tenant at this host. */
  brand: { readonly name: string; readonly logo: string | null };
  /** Words of the module. */
  t: (key: string, params?: Readonly<Record<string, string | number>>) => string;
  /** Asks `POST /api/{path}`. Throws an `Error` with the words of a refusal. */
  ask: <T>(path: string, body: object) => Promise<T>;
}

/** A page of shared stations, without the application around it; it finds its station by `useSharedStation`. */
export interface StationPage {
  /** Its entry is the word `stationPage.<name>` of the module. */
  name: string;
  /** Permission codes, all of which the person must hold at the station. */
  needs: readonly string[];
  load: Loader<object>;
}

/** What a module of the business adds to the browser: see engine/modules/README.md. */
export interface Module {
  /** Its folder, and its file of words: `locales/<culture>/modules/<name>.json`. */
  name: string;
  /** By address, as a menu entry gives it in `page` (lower case). */
  pages: Readonly<Record<string, Loader<object>>>;
  panels: readonly Panel[];
  bulk: readonly BulkDialog[];
  /** At `/public/<name>`, for everybody; such a page imports no more of the engine's face than types. */
  publicPages: Readonly<Record<string, Loader<PublicPageProps>>>;
  stationPages: readonly StationPage[];
}

/** What a module declares. Always loaded: it holds names and `import()`s, and imports types alone. */
export type ModuleParts = Pick<Module, 'name'> & Partial<Module>;

/** A declared module. Nothing of it is loaded before one of its parts is opened, and then its words come with it. */
export function defineModule(of: ModuleParts): Module {
  const { name, pages = {}, panels = [], bulk = [], publicPages = {}, stationPages = [] } = of;
  const worded =
    <P extends object>(load: Loader<P>): Loader<P> =>
    async () => {
      const [file] = await Promise.all([load(), wantTexts(wordsOf(name))]);
      return file;
    };
  return Object.freeze({
    name,
    pages: Object.fromEntries(Object.entries(pages).map(([address, load]) => [address, worded(load)])),
    panels: panels.map((panel) => ({ ...panel, load: worded(panel.load) })),
    bulk: bulk.map((dialog) => ({ ...dialog, load: worded(dialog.load) })),
    publicPages,
    stationPages: stationPages.map((page) => ({ ...page, load: worded(page.load) })),
  });
}

/** The namespace of a module's words. */
export const wordsOf = (module: string): `modules/${string}` => `modules/${module}`;

/** A part of a module with the component that draws it, and where its words stand. */
type Drawn<Part, P extends object> = Part & { words: string; Component: ComponentType<P> };

interface Parts {
  panels: readonly Drawn<Panel, PanelProps>[];
  bulk: readonly Drawn<BulkDialog, BulkDialogProps>[];
  stations: readonly Drawn<StationPage, object>[];
}

const PartsContext = createContext<Parts>({ panels: [], bulk: [], stations: [] });

/** Hands the modules down: the composition root gives them, so that the screens know none by name. */
export function ModulesProvider({ modules, children }: { modules: readonly Module[]; children?: ReactNode }) {
  const parts = useMemo(
    (): Parts => ({
      panels: modules.flatMap(({ name, panels }) =>
        panels.map((panel) => ({ ...panel, words: wordsOf(name), Component: lazyFile(panel.load) })),
      ),
      bulk: modules.flatMap(({ name, bulk }) =>
        bulk.map((dialog) => ({ ...dialog, words: wordsOf(name), Component: lazyFile(dialog.load) })),
      ),
      stations: modules.flatMap(({ name, stationPages }) =>
        stationPages.map((page) => ({ ...page, words: wordsOf(name), Component: lazyFile(page.load) })),
      ),
    }),
    [modules],
  );
  return createElement(PartsContext.Provider, { value: parts }, children);
}

/**
 * The panels that modules add to a detail page, limited to what the viewer may see; empty until their texts are loaded.
 */
export const usePanels = (entity: string): Parts['panels'] => useParts('panels', entity) ?? emptyList;

/** The same for what a selection of its list may be put through. */
export const useBulkDialogs = (entity: string): Parts['bulk'] => useParts('bulk', entity) ?? emptyList;

/** The pages of shared stations that are open to the person; null until their texts are loaded. */
export const useStationPages = (): Parts['stations'] | null => useParts('stations');

const emptyList: readonly never[] = [];

function useParts<K extends keyof Parts>(kind: K, entity?: string): Parts[K] | null {
  const all = useContext(PartsContext)[kind];
  const { permissions } = useViewer();
  const [worded, setWorded] = useState<Parts[K] | null>(null);
  const mine = useMemo(
    () =>
      (all as readonly { entity?: string; needs: readonly string[] }[]).filter(
        (part) => part.entity === entity && part.needs.every((code) => permissions.includes(code)),
      ) as unknown as Parts[K],
    [all, entity, permissions],
  );
  useEffect(() => {
    if (mine.length === 0) return;
    let cancelled = false;
    const spaces = new Set(mine.map(({ words }) => words as `modules/${string}`));
    Promise.all([...spaces].map((space) => wantTexts(space))).then(
      () => !cancelled && setWorded(mine),
      // Without its words a part would show keys; the screen itself goes on.
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, [mine]);
  return worded === mine || mine.length === 0 ? mine : null;
}
