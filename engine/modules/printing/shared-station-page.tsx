import { useSharedStation } from '../../kit/index.ts';
import { StationDesk } from './station-desk.tsx';

/** The scan page of a shared station, whose printer is given. */
export default function SharedStationPage() {
  const station = useSharedStation();
  if (!station) return null;
  return (
    <div className="station-page">
      <StationDesk station={station.place} />
    </div>
  );
}
