import { Outlet } from '@remix-run/react'
import { Failure } from '../ui/failure'

/** Around every screen: what fails is told in its place, by what the screen's `handle` says. */
export default function Screen() {
  return <Outlet />
}

export const ErrorBoundary = () => <Failure />
