/** What is asked about: a person, a kind of record by its path, a permission code, and perhaps one record. */
export interface WhyQuestion {
  account: Chosen;
  path: string;
  code: string;
  record?: Chosen | undefined;
}

interface Chosen {
  id: string;
  title: string;
}

/** The question that a link to the page of reasons carries along, if it does. */
export function whyQuestionOf(state: unknown): WhyQuestion | null {
  const why: unknown = typeof state === 'object' && state !== null && 'why' in state ? state.why : null;
  return isQuestion(why) ? why : null;
}

const isQuestion = (value: unknown): value is WhyQuestion =>
  typeof value === 'object' && value !== null && 'account' in value && 'path' in value && 'code' in value;
