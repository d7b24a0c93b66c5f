public import FrameScheduling
public import MicroHTTP

extension FrameScheduler: TimedWork {}
