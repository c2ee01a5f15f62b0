import { createContext, useContext, type ReactNode } from 'react';
import type { Field, Issue } from '../../../core/index.ts';

/** What the parts of a form need from the form. */
export interface FormTools {
  /** Makes the ids of this form's controls its own: a page may have two forms. */
  id: string;
  field: (name: string) => Field | undefined;
  label: (name: string) => string;
  help: (name: string) => string | undefined;
  /** What the form proposed for a field: where something else is typed, that is pointed out. */
  suggested?: (name: string) => unknown;
  section: (name: string) => string;
  values: () => Record<string, unknown>;
  patch: (values: Record<string, unknown>) => void;
  touch: (name: string) => void;
  /** A row of a sub-table that was just added: nothing is said of it until it is left, which null tells. */
  hold?: (name: string, row: number | null) => void;
  /** The names of the fields as they are seen, from top to bottom. */
  order?: readonly string[];
  /** Sub-tables tell here how to bring a row into sight. */
  reveals: Map<string, (row: number) => void>;
  /** Tabs, panels and steps register how to open the one that contains a field. */
  panes: Map<string, () => void>;
}

const ToolsContext = createContext<FormTools | null>(null);
const IssuesContext = createContext<readonly (Issue & { message?: string })[]>([]);

export function FormToolsProvider({
  tools,
  issues,
  children,
}: {
  tools: FormTools;
  issues: readonly (Issue & { message?: string })[];
  children: ReactNode;
}) {
  return (
    <ToolsContext.Provider value={tools}>
      <IssuesContext.Provider value={issues}>{children}</IssuesContext.Provider>
    </ToolsContext.Provider>
  );
}

export function useFormTools(): FormTools {
  const tools = useContext(ToolsContext);
  if (!tools) throw new Error('form parts need a FormToolsProvider');
  return tools;
}

export const useFormIssues = () => useContext(IssuesContext);

/** The id of a field's control, or of a part below it: `boxes[2].weight` becomes `<form>-boxes-2-weight`. */
export const controlId = (form: string, path: string): string =>
  `${form}-${path.replace(/[[\].]+/g, '-').replace(/-$/, '')}`;
