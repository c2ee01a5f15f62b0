import { GrantsEdit } from './grants-edit.tsx';
import { RoleSummary } from './role-summary.tsx';
import './role-grants.css';

export const Edit = GrantsEdit;
export const Read = RoleSummary;
