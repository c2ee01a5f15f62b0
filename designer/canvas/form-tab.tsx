import { ArrangeTab } from './arrange-tab.tsx';

/** The form of an entity, arranged. */
export default function FormTab() {
  return <ArrangeTab where="form" />;
}
