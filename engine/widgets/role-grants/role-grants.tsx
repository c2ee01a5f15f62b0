import type { WidgetViews } from '../../react/index.ts';
import { GrantsEdit } from './grants-edit.tsx';
import { RoleSummary } from './role-summary.tsx';
import './role-grants.css';

const views: WidgetViews = { Edit: GrantsEdit, Read: RoleSummary };
export default views;
