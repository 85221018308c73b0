import { useNavigate } from '@tanstack/react-router';
import { encodeProjectId } from '#shared/projectId.ts';

export function useOpenProject(): (projectId: number) => void {
  const navigate = useNavigate();
  return (projectId) =>
    void navigate({
      to: '/projects/$projectId/{-$view}',
      params: { projectId: encodeProjectId(projectId), view: undefined },
    });
}
