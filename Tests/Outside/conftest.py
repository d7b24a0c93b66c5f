import pytest

from service import Service


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    """Starts services with settings of their own; each must have lived and ended well."""
    services = []

    def start(**settings) -> Service:
        services.append(Service(tmp_path_factory.mktemp("kinetype") / "log", **settings))
        return services[-1]

    yield start
    statuses = [service.stop() for service in services]
    assert statuses == [0] * len(services)
    assert [service.errors for service in services] == [[]] * len(services)


@pytest.fixture(scope="module")
def service(start) -> Service:
    """One service with the defaults for all tests of a module."""
    return start()
