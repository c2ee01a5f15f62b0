import { Navigate } from 'react-router-dom';
import { useViewer } from '../../kit/data/viewer.ts';
import { homePathOf } from './home-page.ts';

/** From the bare address to where this person begins. */
export const HomeRedirect = () => <Navigate to={homePathOf(useViewer())} replace />;
