import subprocess

import pytest

from service import Service


def status(service: Service) -> int | None:
    """None for one that had to be killed, so that those after it are stopped, too."""
    try:
        return service.stop()
    except subprocess.TimeoutExpired:
        return None


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    """Starts services with settings of their own; each must have lived and ended well."""
    services = []

    def start(**settings) -> Service:
        services.append(Service(tmp_path_factory.mktemp("kinetype") / "log", **settings))
        return services[-1]

    yield start
    statuses = [status(service) for service in services]
    assert statuses == [0] * len(services)
    assert [service.errors for service in services] == [[]] * len(services)


@pytest.fixture(scope="module")
def service(start) -> Service:
    """One service with the defaults for all tests of a module."""
    return start()
